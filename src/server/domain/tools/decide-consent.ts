import type { ConsentReason } from '../../../shared/tools/tool-states.ts'
import type { Marks, ToolKind } from './tool.ts'

/**
 * The rule of two, without a model in it: what sends or changes something, after text of others and private text have
 * come in, always asks; after one of them, unless it is allowed from now on; else the first time.
 * @param marks of all that the model has read for this reply
 * @returns why a person is asked; null if nobody is
 */
export function decideConsent(call: {
  kind: ToolKind
  isFree: boolean
  isGranted: boolean
  marks: Marks
}): ConsentReason[] | null {
  const { kind, isFree, isGranted, marks } = call
  if (kind !== 'acts' || isFree) return null
  const isBoth = marks.untrusted && marks.private
  if (isGranted && !isBoth) return null
  return [
    'acts',
    ...(marks.untrusted ? (['untrusted'] as const) : []),
    ...(marks.private ? (['private'] as const) : []),
    ...(marks.untrusted || marks.private ? [] : (['first'] as const)),
  ]
}

export const NO_MARKS: Marks = { untrusted: false, private: false }

export function joinMarks(...all: readonly Marks[]): Marks {
  return {
    untrusted: all.some(({ untrusted }) => untrusted),
    private: all.some(({ private: isPrivate }) => isPrivate),
  }
}
