import { act } from 'react'
import { expect, test } from 'vitest'
import { inDocument } from '../../../../test/in-document.ts'
import { StaticRouter } from '../../lib/router/router.tsx'
import { ArchiveTabs } from './archive-tabs.tsx'
import type { ArchiveTab } from './archives-address.ts'
import type { Archives } from './use-archives.ts'

test.each([
  [{ key: 'ArrowLeft' }, true],
  [{ key: 'End' }, true],
  // Back and Forward of browsers, and moving in their bar of tabs.
  [{ key: 'ArrowLeft', altKey: true }, false],
  [{ key: 'ArrowRight', metaKey: true }, false],
  [{ key: 'End', ctrlKey: true }, false],
])('of keys at the tabs of the archives, %j turns to the other one: %s', async (pressed, turns) => {
  const { document, show } = inDocument()
  const opened: ArchiveTab[] = []
  const archives = {
    tab: 'archives',
    linkToTab: () => ({ search: '' }),
    openTab: (tab: ArchiveTab) => opened.push(tab),
  } as Partial<Archives> as Archives
  await show(
    <StaticRouter location="/archives">
      <ArchiveTabs archives={archives} />
    </StaticRouter>,
  )
  const { Event } = document.defaultView as unknown as typeof globalThis
  const event = Object.assign(new Event('keydown', { bubbles: true, cancelable: true }), pressed)
  await act(async () => document.querySelector('[role="tab"]')?.dispatchEvent(event))
  expect([opened, event.defaultPrevented]).toEqual([turns ? ['glossary'] : [], turns])
})
