import type { ReplyPart } from '../src/shared/chat/part-kinds.ts'
import type { ToolCallPart } from '../src/shared/tools/tool-fields.ts'
import type { ConsentReason } from '../src/shared/tools/tool-states.ts'

/** A call of a tool that sends a message, as a part of a reply. */
export function toolPart(
  status: ToolCallPart['status'],
  more: Partial<Extract<ReplyPart, { kind: 'tool' }>> = {},
): Extract<ReplyPart, { kind: 'tool' }> {
  return {
    kind: 'tool',
    id: 1,
    revision: 1,
    call: '3f0e6a1c-8f2b-4b57-9d7e-2a5c1c6b9e01',
    step: 1,
    modelCall: 'call_1',
    name: 'mail__send',
    title: 'Send a message',
    origin: 'mail.example.com',
    arguments: '{"to":"ada@example.com","body":"Hello"}',
    digest: 'digest',
    brings: { untrusted: true, private: false },
    status,
    ...more,
  }
}

/** Far enough away for any test. */
export const UNTIL = '2999-01-01T00:00:00.000Z'

export const waitingFor = (...reasons: ConsentReason[]) =>
  ({ state: 'waiting', wait: { for: 'consent', reasons }, until: UNTIL }) as const
