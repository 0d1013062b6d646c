import * as texts from '../texts.tsx'

type TryOutNote = 'refused' | 'changed' | null

/**
 * Determines the note to show.
 * @param contents what the form contains
 * @param asked what it contained at the last question; null if there was none
 * @param refused what it contained when a question was not accepted; null if the last one was
 */
export function noteOf(form: { contents: string; asked: string | null; refused: string | null }): TryOutNote {
  // After any change the form may be valid again.
  if (form.refused === form.contents) return 'refused'
  return form.asked !== null && form.asked !== form.contents ? 'changed' : null
}

export const noteTexts: Record<NonNullable<TryOutNote>, string> = {
  refused: texts.notSentFixErrorsForm,
  changed: texts.formHasChangedNextAnswer,
}
