import type { CitedSource } from '../knowledge/cited-source.ts'
import type { ReplyState } from './messages.ts'
import { modelOf } from './model-ends.ts'
import type { ShownModel } from './model-fields.ts'
import { sourcesOf } from './parts.ts'

/** What stands beside the text of a reply that is told without its parts: in realms, runs and shared copies. */
export interface ToldBeside {
  sources?: CitedSource[]
  model?: ShownModel
}

interface ToldReply {
  state: ReplyState | null
  parts: Parameters<typeof modelOf>[0]
}

/** As whoever asked is told. The model is told once the reply has ended. */
export function toldBeside({ state, parts }: ToldReply): ToldBeside {
  const sources = sourcesOf(parts)
  const part = state === 'running' ? undefined : modelOf(parts)
  if (!part) return { ...(sources && { sources }) }
  const { kind: _, id: __, revision: ___, ...model } = part
  return { ...(sources && { sources }), model }
}

/** As everybody is told. */
export function toldToAll(reply: ToldReply): ToldBeside {
  const { model, ...told } = toldBeside(reply)
  return { ...told, ...(model && { model: openModel(model) }) }
}

/** Of an own key for a server of one's own, the provider is the server's address. */
const ADDRESS = /[.:]/

/** Without a price, and without where somebody's own server is. */
export function openModel({ micros: _, ...model }: ShownModel): ShownModel {
  const isAddress = model.payer !== 'place' && ADDRESS.test(model.provider)
  return { ...model, provider: isAddress ? '' : model.provider }
}
