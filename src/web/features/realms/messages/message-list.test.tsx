import { renderToString } from 'react-dom/server'
import { renderToReadableStream } from 'react-dom/server.edge'
import { expect, test } from 'vitest'
import { answered, lobby, noActions, said, wentOn } from '../../../../../test/realm-messages.ts'
import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { NOBODY } from '../../../../shared/realms/realms.ts'
import type { OwnMessage, RealmHere } from '../live/realm-room.ts'
import { actionsOf } from '../message/allowed-actions.ts'
import { MessageList } from './message-list.tsx'

let blocked: ReadonlySet<string> = new Set()

function roomWith(messages: readonly RealmMessage[], more: Partial<RealmHere> = {}): RealmHere {
  return {
    state: 'here',
    realm: lobby,
    connection: { state: 'live' },
    reconnect: () => {},
    messages,
    earlier: undefined,
    presence: undefined,
    typing: [],
    muted: false,
    mutedUntil: null,
    gone: false,
    firstNew: undefined,
    markRead: () => {},
    ...more,
  }
}

/** The first paint of a list, as the server renders it. */
const paint = (room: RealmHere, underway?: OwnMessage, self?: string) =>
  renderToString(
    <MessageList
      room={room}
      underway={underway}
      self={self}
      blocked={blocked}
      before="Beginning"
      empty="Empty"
      actions={noActions}
    />,
  )
const textOf = (html: string) => html.replace(/<!--.*?-->|<[^>]*>/g, '')

test('the first paint has the messages of people, agents and what stands between them', () => {
  const html = paint(roomWith([said(1, { author: 'bob' }), answered(2), wentOn(3)]))
  expect(textOf(html)).toContain('Message 1.')
  expect(textOf(html)).toContain('Nova said:')
  expect(textOf(html)).toContain('let the agents continue')
})

/** The whole list, as it is once the renderer of Markdown is loaded. */
async function paintWhole(room: RealmHere, self?: string): Promise<string> {
  const list = (
    <MessageList
      room={room}
      underway={undefined}
      self={self}
      blocked={blocked}
      before="Beginning"
      empty="Empty"
      actions={noActions}
    />
  )
  const stream = await renderToReadableStream(list)
  await stream.allReady
  return new Response(stream).text()
}

test("people's Markdown is drawn as an agent's is, with their line breaks", async () => {
  const content = '**Two** lines\nof `code`:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |'
  const html = await paintWhole(roomWith([said(1, { content })]))
  expect(html).toContain('<p><strong>Two</strong> lines\nof <code>code</code>:</p>')
  expect(html).toContain('<li>one</li>')
  expect(html).toContain('<td>1</td>')
  expect(html).toMatch(/whitespace-pre-line[^>]*><div class="prose">/)
})

test('no markup, script or picture of a person is let in, and a link opens a tab that knows nothing of this page', async () => {
  const content =
    '<img src=x onerror=alert(1)> ![spy](https://spy.example/1.png) [x](javascript:alert(1)) https://x.example'
  const html = await paintWhole(roomWith([said(1, { content })]))
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; ')
  expect(html).not.toContain('<img')
  expect(html).not.toContain('spy.example')
  expect(html).not.toContain('href="javascript')
  expect(html).toMatch(/<a href="https:\/\/x\.example\/?" target="_blank" rel="noopener noreferrer nofollow"/)
})

test('mentions are marked within Markdown, and not in code or in addresses', async () => {
  const ada = 'GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'
  const content = '**@GmaD..AEGB** and @7pXy..4KtZ, not `@GmaD..AEGB` or https://x.example/@GmaD..AEGB'
  const html = await paintWhole(roomWith([said(1, { author: 'bob', content })]), ada)
  expect(html).toMatch(/<strong><mark[^>]*>@GmaD\.\.AEGB<\/mark><\/strong>/)
  expect(html).toMatch(/<span class="[^"]*text-violet">@7pXy\.\.4KtZ<\/span>/)
  expect(html.match(/<mark/g)).toHaveLength(1)
})

test('who deleted everything is called so, and can neither be mentioned nor muted', () => {
  const gone = said(1, { author: NOBODY, removed: true, content: '' })
  expect(textOf(paint(roomWith([gone])))).toContain('Somebody who left')
  expect(
    actionsOf(gone, {
      self: 'cyd',
      mayWrite: true,
      leads: true,
      gone: false,
      agents: [],
      blocked,
      actions: noActions,
    }),
  ).toEqual([])
})

test('what somebody said whom the viewer blocks is folded away, and so are answers that they started and quotes of them', () => {
  blocked = new Set(['bob'])
  const html = textOf(
    paint(
      roomWith([
        said(1, { author: 'bob', content: 'Insult' }),
        answered(2, { author: 'bob', content: 'Started' }),
        said(3, { author: 'cyd', content: 'Calm', replyTo: 1 }),
      ]),
    ),
  )
  blocked = new Set()
  expect(html).not.toMatch(/Insult|Started/)
  expect(html.match(/Hidden: someone you blocked/g)).toHaveLength(3)
  expect(html).toContain('Calm')
})

test('a held message is there for its author and the creator, and for nobody else', () => {
  const held = said(1, { author: 'bob', content: 'Words', withheld: true })
  const place = said(2, { author: '', authorName: null, content: '', withheld: true })
  for (const [self, words] of [
    ['bob', true],
    ['cyd', true],
    ['ada', false],
    [undefined, false],
  ] as const) {
    const html = textOf(paint(roomWith([held, place]), undefined, self))
    expect(html.includes('Words')).toBe(words)
    expect(html).not.toContain('Somebody who left')
  }
})

test('an answer says that it is awaited until its first words, and then how it ended', () => {
  const awaited = paint(roomWith([answered(2, { state: 'running', content: '' })]))
  expect(textOf(awaited)).toContain('Processing neural response')
  const begun = textOf(paint(roomWith([answered(2, { state: 'running', content: 'Well' })])))
  expect(begun).toContain('Well')
  expect(begun).not.toContain('Processing neural response')
  expect(textOf(paint(roomWith([answered(2, { state: 'stopped', content: 'Well' })])))).toContain('Stopped')
})

test('what was removed leaves a quiet mark, and its quotes say so', () => {
  const removed = said(1, { removed: true, content: '' })
  const text = textOf(paint(roomWith([removed, said(2, { replyTo: 1 })])))
  expect(text).toContain('Message removed')
  expect(text).toMatch(/In reply to .*: Removed/)
})

test('only who started an answer and the creator are offered to stop it', () => {
  const room = roomWith([answered(2, { state: 'running', content: 'Well' })])
  const stop = />Stop<\/button>/
  expect(paint(room, undefined, 'ada')).toMatch(stop)
  expect(paint(room, undefined, 'cyd')).toMatch(stop)
  expect(paint(room, undefined, 'bob')).not.toMatch(stop)
  expect(paint(room)).not.toMatch(stop)
})

test("the reader's own message on its way stands last, once", () => {
  const own = { id: said(2).id, author: 'ada', content: 'Soon', createdAt: said(2).createdAt, replyTo: null }
  const html = paint(roomWith([said(1)]), own, 'ada')
  expect(textOf(html)).toMatch(/Message 1\..*Soon.*Sending/)
  const arrived = paint(roomWith([said(1), said(2, { content: 'Soon' })]), own, 'ada')
  expect(arrived.match(/Soon/g)).toHaveLength(1)
  expect(arrived).not.toContain('Sending')
})

test('an empty realm shows what there is to do, and one with words where they begin', () => {
  expect(textOf(paint(roomWith([])))).toBe('Empty')
  expect(textOf(paint(roomWith([said(1)])))).toMatch(/^Beginning/)
})

test('what is new stands under a heading of its own', () => {
  const html = paint(roomWith([said(1), said(2)], { firstNew: 2 }))
  expect(textOf(html)).toMatch(/Message 1\..*New messages.*Message 2\./)
})
