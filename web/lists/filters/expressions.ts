import * as expressions from '#domain/lists/where.ts'
import { provideExpressions } from './filter.ts'

// Loaded by the dialog and the chips of filters, and for a URL with an expression.
provideExpressions(expressions)
