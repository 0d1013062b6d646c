import { Hono } from 'hono'
import { deskLogQuerySchema, logPageSchema } from '../../../../shared/trust/desk.ts'
import type { DeskLog } from '../../../domain/trust/desk-log.ts'
import { attachment } from '../../attachment.ts'
import type { AppEnv } from '../../context.ts'
import { file, json, operation } from '../../operation.ts'

/** What was done at the desk, for operators (record 0108). */
export function deskLogRoutes(log: DeskLog) {
  return new Hono<AppEnv>()
    .get(
      '/desk/log',
      operation({
        tag: 'trust',
        signedIn: true,
        operator: true,
        summary: 'What was done at the desk, newest first',
        query: deskLogQuerySchema,
        answers: { 200: json('Rows, each with the hash of the one before.', logPageSchema) },
        errors: ['cursor_invalid'],
      }),
      async (c) => c.json(await log.list(c.req.valid('query').cursor), 200),
    )
    .get(
      '/desk/log/export',
      operation({
        tag: 'trust',
        signedIn: true,
        operator: true,
        summary: 'The whole log as JSON lines, oldest first: `bionic desk-log --verify` checks it anywhere',
        answers: { 200: file('A row a line, as it is hashed.', 'application/x-ndjson') },
      }),
      (c) => {
        c.header('content-type', 'application/x-ndjson')
        c.header('content-disposition', attachment('desk-log.jsonl'))
        return c.body(ReadableStream.from(lines(log)), 200)
      },
    )
}

async function* lines(log: DeskLog): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const row of log.read()) yield encoder.encode(`${JSON.stringify(row)}\n`)
}
