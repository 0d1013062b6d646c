import type { RealmMessage } from '../../../../shared/realms/realm-messages.ts'
import { dateOf, type Zone } from '../../../lib/clock.ts'
import { quoteOf } from '../message/quoted.ts'
import type { PlacedMessage, ShownMessage } from '../message/shown-message.ts'

/** Consecutive messages of one day. */
export interface Run {
  /** Stays the same as long as the run has one of its messages, whatever is inserted before it. */
  key: string
  /** The day that begins with this run, such as 2026-11-21. */
  day: string | undefined
  /** Whether the viewer's new messages begin with this run. */
  isNew: boolean
  messages: PlacedMessage[]
}

/** The same object as long as nothing in it changes. */
export interface Chunk {
  key: number
  runs: readonly Run[]
  made: Made
}

interface Made {
  from: readonly ShownMessage[]
  targets: readonly (RealmMessage | undefined)[]
  before: ShownMessage | undefined
  day: string | undefined
  zone: Zone
  firstNew: number | undefined
}

/** Chunks are aligned by message number, so that earlier pages do not change existing ones. */
const CHUNK = 50

/** Messages of one author this close are grouped. */
const TOGETHER_MS = 5 * 60_000

/**
 * @param messages oldest first, without a gap; the one being sent is last
 * @param known unchanged chunks are returned as the same objects
 */
export function chunksOf(
  messages: readonly ShownMessage[],
  { zone, firstNew }: { zone: Zone; firstNew: number | undefined },
  known: readonly Chunk[] = [],
): Chunk[] {
  const first = numberOf(messages[0]) ?? 1
  const at = (number: number) => {
    const found = messages[number - first]
    return found?.kind === 'underway' ? undefined : found
  }
  const knownByKey = new Map(known.map((chunk) => [chunk.key, chunk]))
  const chunks: Chunk[] = []
  let before: ShownMessage | undefined
  let day: string | undefined
  for (let start = 0; start < messages.length; ) {
    const key = Math.floor((first + start - 1) / CHUNK)
    const from = messages.slice(start, (key + 1) * CHUNK - first + 1)
    const targets = from.map((message) => {
      const number = answered(message)
      return number === undefined ? undefined : at(number)
    })
    const made = { from, targets, before, day, zone, firstNew }
    const same = knownByKey.get(key)
    const chunk =
      same && isSame(same.made, made) ? same : { key, runs: keyed(runsOf(made, at), same?.runs), made }
    chunks.push(chunk)
    before = from.at(-1)
    day = lastDay(chunk) ?? day
    start += from.length
  }
  return chunks
}

function isSame(one: Made, other: Made): boolean {
  return (
    one.before === other.before &&
    one.day === other.day &&
    one.zone === other.zone &&
    one.firstNew === other.firstNew &&
    one.from.length === other.from.length &&
    one.from.every((message, index) => message === other.from[index]) &&
    one.targets.every((message, index) => message === other.targets[index])
  )
}

const lastDay = (chunk: Chunk) => chunk.runs.findLast(({ day }) => day !== undefined)?.day

/**
 * Earlier messages must not change a run's key, or it would be mounted again and the viewer would lose their position.
 */
function keyed(runs: readonly Omit<Run, 'key'>[], known: readonly Run[] = []): Run[] {
  const keyOf = new Map(
    known.flatMap(({ key, messages }) => messages.map(({ message }) => [message.id, key])),
  )
  const taken = new Set<string | undefined>()
  return runs.map((run) => {
    const ids = run.messages.map(({ message }) => message.id)
    const key = [...ids.flatMap((id) => keyOf.get(id) ?? []), ...ids].find((one) => !taken.has(one)) ?? ''
    taken.add(key)
    return { ...run, key }
  })
}

function runsOf(made: Made, at: (number: number) => RealmMessage | undefined): Omit<Run, 'key'>[] {
  const runs: Omit<Run, 'key'>[] = []
  let { before, day } = made
  for (const message of made.from) {
    const date = dateOf(new Date(message.createdAt), made.zone)
    // The number determines the order. Clocks of two servers may differ slightly, which must not begin another day.
    const beginsDay = day === undefined || day < date
    const isNew = made.firstNew !== undefined && numberOf(message) === made.firstNew
    let run = runs.at(-1)
    if (!run || beginsDay || isNew) {
      run = { day: beginsDay ? date : undefined, isNew, messages: [] }
      runs.push(run)
    }
    if (beginsDay) day = date
    const number = answered(message)
    run.messages.push({
      message,
      opens: beginsDay || isNew || !before || !standTogether(before, message),
      quote: number !== undefined && isQuoted(message, number, at) ? quoteOf(number, at(number)) : undefined,
    })
    before = message
  }
  return runs
}

function standTogether(before: ShownMessage, message: ShownMessage): boolean {
  const apart = Date.parse(message.createdAt) - Date.parse(before.createdAt)
  return speakerOf(before) === speakerOf(message) && apart <= TOGETHER_MS
}

/** An identifier of the author, for grouping; a line about the agents has its own. */
function speakerOf(message: ShownMessage): string {
  if (message.kind === 'go-on') return `line ${message.id}`
  return message.kind === 'answer' ? `agent ${message.agentId}` : message.author
}

function answered(message: ShownMessage): number | undefined {
  if (message.kind === 'answer') return message.answers
  return message.kind === 'go-on' ? undefined : (message.replyTo ?? undefined)
}

/**
 * A person chose what a reply quotes. An agent's answer shows it unless only other answers to the same message are in
 * between.
 */
function isQuoted(
  message: ShownMessage,
  number: number,
  at: (number: number) => RealmMessage | undefined,
): boolean {
  if (message.kind !== 'answer') return true
  for (let between = message.number - 1; between > number; between--) {
    const other = at(between)
    if (other?.kind !== 'answer' || other.answers !== number) return true
  }
  return false
}

export function numberOf(message: ShownMessage | undefined): number | undefined {
  return message === undefined || message.kind === 'underway' ? undefined : message.number
}
