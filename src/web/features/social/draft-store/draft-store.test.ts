import { expect, test } from 'vitest'
import { mapStorage } from '../../../../../test/map-storage.ts'
import type { ReplyEvent } from '../../../../shared/chat/chat.ts'
import type { KeptBrief, StoredBrief } from '../../../../shared/social.ts'
import { checkedBy, persistedById } from '../../../blocks/saved-draft/persisted.ts'
import { newId } from '../../../lib/new-id.ts'
import { DraftStore, type DraftStoreOptions } from './draft-store.ts'
import type { RememberedDrafts } from './remembered-drafts.ts'

const agent = {
  id: '5db052f2-33ba-4124-abcb-af26f751efe3',
  name: 'Meridian',
  imageUrl: '/images/default.webp',
}

/** A browser tab, and the server with the wallet's drafts. */
function setUp() {
  const storage = mapStorage()
  const stored = new Map<string, StoredBrief>()
  let isDown = false
  const keep = (id: string, { follows, ...kept }: KeptBrief): StoredBrief => {
    const times = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
    const names = { agentName: agent.name, agentImageUrl: agent.imageUrl, agentAnswers: true }
    const brief = { ...kept, id, ...names, revision: follows + 1, ...times }
    stored.set(id, brief)
    return brief
  }
  const open = (options: Partial<DraftStoreOptions> = {}) => {
    let due: (() => void)[] = []
    const draftStore = new DraftStore({
      owner: null,
      stored: null,
      addressed: null,
      ask: async function* () {
        yield { type: 'words', at: 0, text: 'A post.' } satisfies ReplyEvent
        yield { type: 'finished', reason: 'stop' } satisfies ReplyEvent
      },
      keep: {
        put: async (id, brief) => {
          if (isDown) throw new TypeError('down')
          return keep(id, brief)
        },
        get: async (id) => stored.get(id) ?? null,
        random: () => 0,
        explain: () => 'No.',
        onKept: () => {},
      },
      // A reloaded page reads the same storage.
      memory: persistedById(
        'desks',
        checkedBy((value): value is RememberedDrafts => value !== null),
        { storage: () => storage, most: 10 },
      ),
      recallAgent: () => agent,
      newId,
      nextFrame: (paint) => queueMicrotask(paint),
      later: (act) => {
        due.push(act)
        return () => {
          due = due.filter((other) => other !== act)
        }
      },
      now: () => new Date(0),
      ...options,
    })
    const pass = async () => {
      await new Promise((resolve) => setTimeout(resolve))
      for (const act of due.splice(0)) act()
      await new Promise((resolve) => setTimeout(resolve))
    }
    return { draftStore, pass }
  }
  return {
    open,
    stored,
    goDown: (down: boolean) => {
      isDown = down
    },
  }
}

test('a form that is not whole says what is wrong by field, and drafts nothing', () => {
  const { draftStore } = setUp().open()
  draftStore.setValues({ source: 'x'.repeat(12_001) })
  expect(draftStore.begin()).toEqual({
    agentId: 'Choose an agent.',
    topic: 'Enter a topic for the posts.',
    source: 'The pasted text can have at most 12,000 characters.',
  })
  expect(draftStore.getView().drafts.lanes).toEqual([])
})

test('what a visitor typed and drafted is there after a reload, and is the wallet’s once they sign in', async () => {
  const { open, stored } = setUp()
  const before = open()
  before.draftStore.recall()
  before.draftStore.setValues({ topic: 'Tides', count: 2 })
  expect(before.draftStore.begin()).toBeNull()
  await before.pass()
  expect(before.draftStore.getView().saveState).toEqual({ state: 'nothing' })

  const { draftStore, pass } = open()
  expect(draftStore.getView().values.topic).toBe('')
  draftStore.recall()
  expect(draftStore.getView().values).toMatchObject({ topic: 'Tides', agent })
  expect(draftStore.getView().drafts.lanes.map(({ content }) => content)).toEqual(['A post.', 'A post.'])

  draftStore.keepFor('a wallet')
  await pass()
  expect(draftStore.getView()).toMatchObject({ isStored: true, saveState: { state: 'kept' } })
  expect(stored.get(draftStore.getView().id)?.drafts).toHaveLength(2)
})

test('an edit that could not be stored before a reload is stored after it', async () => {
  const { open, stored, goDown } = setUp()
  const first = open({ owner: 'a wallet' })
  first.draftStore.recall()
  first.draftStore.setValues({ topic: 'Tides', count: 1 })
  first.draftStore.begin()
  await first.pass()
  const { id, drafts } = first.draftStore.getView()
  goDown(true)
  first.draftStore.session.edit(drafts.lanes[0]?.id ?? '', 'A better post.')
  await first.pass()
  first.draftStore.remember()
  expect(stored.get(id)?.drafts[0]?.content).toBe('A post.')

  goDown(false)
  const { draftStore, pass } = open({ owner: 'a wallet', addressed: id, stored: stored.get(id) ?? null })
  expect(draftStore.getFirstView().drafts.lanes[0]?.content).toBe('A post.')
  draftStore.recall()
  await pass()
  expect(stored.get(id)).toMatchObject({ revision: 2, drafts: [{ content: 'A better post.' }] })
})

test('what another tab has stored is shown where nothing here is newer', async () => {
  const { open, stored } = setUp()
  const first = open({ owner: 'a wallet' })
  first.draftStore.recall()
  first.draftStore.setValues({ topic: 'Tides', count: 1 })
  first.draftStore.begin()
  await first.pass()
  const { id } = first.draftStore.getView()
  const mine = stored.get(id)
  if (!mine) throw new Error('It was not stored')
  const [draft] = mine.drafts
  const theirs = { ...mine, revision: 2, drafts: draft ? [{ ...draft, content: 'Theirs' }] : [] }
  first.draftStore.adopt(theirs)
  expect(first.draftStore.getView().drafts.lanes[0]?.content).toBe('Theirs')
  first.draftStore.session.edit(draft?.id ?? '', 'Mine')
  first.draftStore.adopt({ ...theirs, revision: 3 })
  expect(first.draftStore.getView().drafts.lanes[0]?.content).toBe('Mine')
})
