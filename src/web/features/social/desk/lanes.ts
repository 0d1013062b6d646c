import type { Reply } from '../../../../shared/chat/messages.ts'
import type { Draft } from '../../../../shared/social.ts'
import type { Trouble } from './trouble.ts'

/** A text of a lane, and how the writing of it ended. */
export type LaneText = Pick<Draft, 'content' | 'state' | 'edited'>

interface Place {
  /** The draft's id, whatever text stands in it. */
  id: string
  /** Which of the drafts side by side it is: 1 is the first. */
  position: number
  /** The text that another one took the place of; going back swaps the two. */
  other: (LaneText & { age: 'earlier' | 'later' }) | null
}

/** One of the drafts side by side. Only while nobody writes in it can a person. */
export type Lane =
  | (Place & { state: 'writing'; content: string })
  | (Place & LaneText & { cutShort: boolean; trouble: Trouble | null })

export const isBlank = (text: string) => text.trim() === ''

export function newLane(id: string, position: number): Lane {
  return { id, position, other: null, state: 'writing', content: '' }
}

/** Another text begins to be written in the place of a lane's; what stood there is put aside. */
export function rewriting(lane: Lane): Lane {
  const { id, position } = lane
  const other = lane.state === 'writing' || isBlank(lane.content) ? lane.other : asideAs('earlier', lane)
  return { id, position, other, state: 'writing', content: '' }
}

/** What has come so far of the text that is being written. */
export function withWords(lane: Lane, content: string): Lane {
  return lane.state !== 'writing' || lane.content === content ? lane : { ...lane, content }
}

/**
 * A lane whose writing has ended. Where not one word came, the text that was put aside comes back.
 * @param trouble why nobody answered; shown beside a text that came back, too
 */
export function ended(
  lane: Lane,
  how: Pick<Reply, 'cutShort'> & { state: Draft['state']; trouble: Trouble | null },
): Lane {
  if (lane.state !== 'writing') return lane
  const { id, position, content, other } = lane
  if (!isBlank(content)) return { id, position, content, other, edited: false, ...how }
  if (!other) return { id, position, content: '', other, edited: false, ...how }
  const { age: _, ...text } = other
  return { id, position, other: null, ...text, cutShort: false, trouble: how.trouble }
}

/** What a person makes of a text. */
export function edited(lane: Lane, content: string): Lane {
  if (lane.state === 'writing' || lane.content === content) return lane
  return { ...lane, content, edited: true }
}

/** Goes back to the text that was put aside, or forward again. */
export function swapped(lane: Lane): Lane {
  if (lane.state === 'writing' || !lane.other) return lane
  const { age, ...text } = lane.other
  const { id, position } = lane
  const other = asideAs(age === 'earlier' ? 'later' : 'earlier', lane)
  return { id, position, other, ...text, cutShort: false, trouble: null }
}

function asideAs(age: 'earlier' | 'later', { content, state, edited }: LaneText) {
  return { content, state, edited, age }
}

/**
 * The drafts that are worth keeping as they stand now. A text that is being written is none yet; where it takes the
 * place of another, that one is kept until it is there.
 */
export function draftsToKeep(lanes: readonly Lane[]): Draft[] {
  return lanes.flatMap((lane): Draft[] => {
    const text = lane.state === 'writing' ? lane.other : lane
    return text ? [{ id: lane.id, content: text.content, state: text.state, edited: text.edited }] : []
  })
}

/** The same for the page's own memory, where words that have come are worth more than none. */
export function draftsToRemember(lanes: readonly Lane[]): Draft[] {
  return lanes.map((lane) => {
    const text = lane.state !== 'writing' ? lane : isBlank(lane.content) ? lane.other : null
    const { content, state, edited } = text ?? { content: lane.content, state: 'interrupted', edited: false }
    return { id: lane.id, content, state, edited }
  })
}

/** Drafts that were kept, as lanes. */
export function lanesOf(drafts: readonly Draft[]): Lane[] {
  return drafts.map((draft, index) => ({
    ...draft,
    position: index + 1,
    other: null,
    cutShort: false,
    trouble: null,
  }))
}

export function areSameDrafts(one: readonly Draft[], other: readonly Draft[]): boolean {
  return (
    one.length === other.length &&
    one.every((draft, index) => {
      const match = other[index]
      return (
        match?.id === draft.id &&
        match.content === draft.content &&
        match.state === draft.state &&
        match.edited === draft.edited
      )
    })
  )
}
