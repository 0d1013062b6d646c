import { randomUUID } from 'node:crypto'
import type { Database } from '../src/server/db/connect/connect.ts'
import { toolCalls } from '../src/server/db/schema/tools.ts'
import { TOOL_WAIT_MS } from '../src/shared/tools/tool-states.ts'

export type CallFields = Partial<typeof toolCalls.$inferInsert> & { wallet: string }

/** Words that only the arguments of stored calls have. */
export const ARGUMENT = 'the exact words of the message'

/** A call as it is while it waits for consent; in which reply, the fields say. */
export function aCall(fields: CallFields) {
  const now = fields.createdAt ?? new Date()
  return {
    ...{ id: randomUUID(), replyId: randomUUID(), part: 1, step: 1, agentId: null },
    ...{ tool: 'mail__send', title: 'Send a message', origin: 'mail.example', pin: 'a'.repeat(64) },
    ...{ arguments: JSON.stringify({ text: ARGUMENT }), digest: 'd'.repeat(64) },
    ...{ modelCall: 'call_1', brings: { untrusted: true, private: false }, reasons: ['acts' as const] },
    ...{ state: 'waiting' as const, waitsFor: 'consent' as const, createdAt: now },
    ...{ expiresAt: new Date(now.getTime() + TOOL_WAIT_MS) },
    ...fields,
  }
}

export async function storeCall({ db }: Pick<Database, 'db'>, fields: CallFields): Promise<string> {
  const call = aCall(fields)
  await db.insert(toolCalls).values(call)
  return call.id
}
