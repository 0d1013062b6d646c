import type { Seen } from '../../../../shared/trust/reports.ts'
import { compareTexts, type Part } from '../../../blocks/differences/compare-texts.ts'
import * as texts from '../texts.ts'

/** A text of what was reported, beside the same one now. */
export interface ComparedText {
  label: string
  /** Of a text that has not changed the two are equal. */
  before: Part[]
  after: Part[]
  isChanged: boolean
}

interface Compared {
  texts: ComparedText[]
  isPictureChanged: boolean
  isChanged: boolean
}

/** Text by text, by their labels; several of one label in their order. A text that is missing on one side is empty. */
export function compareSeen(before: Seen, after: Seen): Compared {
  const [older, newer] = [labelled(before), labelled(after)]
  const compared = [...new Set([...older.keys(), ...newer.keys()])].map((key) =>
    compareOne(older.get(key), newer.get(key)),
  )
  const isPictureChanged = before.picture !== after.picture
  return {
    texts: compared,
    isPictureChanged,
    isChanged: isPictureChanged || compared.some(({ isChanged }) => isChanged),
  }
}

interface Labelled {
  label: string
  text: string
}

function labelled({ title, texts: all }: Seen): Map<string, Labelled> {
  const found = new Map<string, Labelled>()
  for (const one of [{ label: texts.theTitle, text: title }, ...all]) {
    let count = 1
    while (found.has(`${one.label} ${count}`)) count++
    found.set(`${one.label} ${count}`, one)
  }
  return found
}

function compareOne(older: Labelled | undefined, newer: Labelled | undefined): ComparedText {
  const label = older?.label ?? newer?.label ?? ''
  const [before, after] = [older?.text ?? '', newer?.text ?? '']
  if (before === after) {
    const same: Part[] = [{ text: before, is: 'same' }]
    return { label, before: same, after: same, isChanged: false }
  }
  const parts = compareTexts(before, after, 'kept')
  return {
    label,
    before: parts.filter(({ is }) => is !== 'added'),
    after: parts.filter(({ is }) => is !== 'removed'),
    isChanged: true,
  }
}
