import type { ReplyPart, WholePart } from '../../../shared/chat/part-kinds.ts'
import { partsOf } from '../../../shared/chat/parts.ts'
import type { Claims, Leaf } from '../../../shared/receipts/leaf.ts'
import type { Json } from '../../../shared/text/canonical-json.ts'
import { fromStored, type StoredParts } from '../../db/turns/stored-parts.ts'

/** What is noted of a reply, as it is stored: the same from the same, whenever it is read. */
export function claimsOf({ question, ...stored }: StoredParts & { question: string }): Claims {
  const parts = partsOf(fromStored(stored))
  return {
    question: [question],
    parts: parts.flatMap(claimOf),
    tools: parts.flatMap((part) =>
      part.kind === 'tool' && part.status.state === 'done' ? [part.status.result] : [],
    ),
    // A call has a digest if somebody was asked, and is done only if they allowed it.
    consents: parts.flatMap((part) =>
      part.kind === 'tool' && part.digest !== null && part.status.state === 'done' ? [part.call] : [],
    ),
  }
}

/** The model that the place says answered; null for the engine without one. */
export function modelOf(stored: StoredParts): Leaf['model'] {
  const part = partsOf(fromStored(stored)).find(({ kind }) => kind === 'model')
  return part?.kind === 'model' ? { asked: part.asked, answered: part.answered } : null
}

/** The model has a field of its own, and a tool's result another place. */
function claimOf(part: ReplyPart): Json[] {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
      return [{ kind: part.kind, text: part.text }]
    case 'sources':
    case 'context':
      return [told(part)]
    case 'tool': {
      const { name, title, origin, arguments: given, status } = part
      return [{ kind: 'tool', name, title, origin, arguments: given, state: status.state }]
    }
    case 'model':
      return []
  }
  return part satisfies never
}

/** Without what only says how the part came, and without fields that are not there. */
function told({ id, revision, ...part }: WholePart): Json {
  return JSON.parse(JSON.stringify(part)) as Json
}
