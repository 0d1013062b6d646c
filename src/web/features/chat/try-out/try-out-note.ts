import * as texts from '../texts.tsx'

type TryOutNote = 'refused' | 'changed' | null

/**
 * @param asked the contents at the last question, if any
 * @param refused those at a question that was not accepted; null if the last one was
 */
export function noteOf(form: { contents: string; asked: string | null; refused: string | null }): TryOutNote {
  if (form.refused === form.contents) return 'refused'
  return form.asked !== null && form.asked !== form.contents ? 'changed' : null
}

export const noteTexts: Record<NonNullable<TryOutNote>, string> = {
  refused: texts.notSentFixErrorsForm,
  changed: texts.formHasChangedNextAnswer,
}
