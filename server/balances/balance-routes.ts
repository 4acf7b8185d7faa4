import type { FastifyInstance } from 'fastify'
import { isDryRun } from '#domain/api/dry-run.ts'
import * as api from '#domain/api/money/balances.ts'
import { badRequest, invalid } from '#domain/problem.ts'
import { readBalanceFile, type RawBalanceRow } from '#domain/balances/balance-file.ts'
import { serve } from '../core/serve.ts'
import { summariseBalances, uploadBalances } from './balance-service.ts'
import { t } from '#domain/messages/t.ts'

const maxBytes = 16 * 1024 * 1024

export function addBalanceRoutes(app: FastifyInstance): void {
  serve(app, api.summariseBalances, summariseBalances)
  // Registered in its own scope: no other route accepts CSV or such large bodies.
  void app.register(async (scope) => {
    scope.addContentTypeParser<Buffer>(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: maxBytes },
      (_request, body, done) => {
        try {
          done(null, readText(body))
        } catch (error) {
          done(error instanceof Error ? error : new Error(String(error)))
        }
      },
    )
    // Not in the parser, which runs before the request waits for its turn.
    scope.addHook('preHandler', async (request) => {
      if (typeof request.body === 'string') request.body = { rows: rowsOfFile(request.body) }
    })
    serve(
      scope,
      api.uploadBalances,
      (ctx, { query, body }) =>
        uploadBalances(ctx, {
          rows: body.rows,
          asOf: query.asOf ?? body.As_Of,
          isComplete: query.complete || body.complete,
          isDryRun: isDryRun(query, body),
        }),
      { bodyLimit: maxBytes },
    )
  })
}

/** Spreadsheets also save "Unicode text", which is UTF-16 with a byte order mark. */
function readText(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw badRequest(t('The file is not UTF-8 text: save it as "CSV UTF-8"'))
  }
}

function rowsOfFile(content: string): RawBalanceRow[] {
  const { rows, problem } = readBalanceFile(content)
  if (problem) throw invalid([{ field: 'rows', message: problem }])
  return rows
}
