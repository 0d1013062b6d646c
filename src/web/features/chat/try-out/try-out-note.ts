/** What is to be known before the next question. */
export type TryOutNote = 'refused' | 'changed' | null

/**
 * @param contents what the form holds
 * @param asked what it held when something was asked last; null where nothing was
 * @param refused what it held when a question could not be taken; null where the last one was
 */
export function noteOf(form: { contents: string; asked: string | null; refused: string | null }): TryOutNote {
  // With the first change to the form it may be right again.
  if (form.refused === form.contents) return 'refused'
  return form.asked !== null && form.asked !== form.contents ? 'changed' : null
}

export const noteTexts: Record<NonNullable<TryOutNote>, string> = {
  refused: 'Not asked: something in the form has to be put right first. Your question is still here.',
  changed: 'The form has changed since: the next answer comes from the changed version.',
}
