import type { ReplyPart } from './part-kinds.ts'

type ModelPart = Extract<ReplyPart, { kind: 'model' }>
export type ModelEnd = NonNullable<ModelPart['ended']>

/** What a reply says of its model; undefined for the offline engine, and before anything came of a model. */
export function modelOf(
  parts: readonly { kind: ReplyPart['kind'] }[] | null | undefined,
): ModelPart | undefined {
  return parts?.find((part): part is ModelPart => part.kind === 'model')
}

/** How a reply ended that ended neither by itself nor by its length, in a sentence. */
export const endSentences: Record<ModelEnd, string> = {
  refused: 'The model declined to answer this. Asking in other words may help.',
  filtered: 'The provider of the model cut this answer off: its filter stepped in.',
}
