// Playwright takes the default export of this file and runs it once before all tests.
import { prepare } from './prepared-data.ts'

export default prepare
