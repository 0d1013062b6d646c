import { expect, test } from 'vitest'
import * as texts from '../texts.ts'
import { shortcutsFor } from './shortcuts.ts'

test('what keys do is found by any word for it, in one sentence each, and never among other things', () => {
  for (const text of ['?', ' Keyboard ', 'SHORTC', 'keys'])
    expect(shortcutsFor(text)).toEqual(texts.shortcuts)
  for (const text of ['', 'k', 'sh', 'enter', 'message']) expect(shortcutsFor(text)).toEqual([])
  for (const { line } of texts.shortcuts) expect(line).toMatch(/^[^.]+\.$/)
})
