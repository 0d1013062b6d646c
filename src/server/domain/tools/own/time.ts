import * as z from 'zod/mini'
import type { Tool, ToolOutcome } from '../tool.ts'
import { defineTool, failed, noMarks } from './define-tool.ts'
import { findZone, ZONE_CHARACTERS } from './time/find-zone.ts'
import { MOMENT_CHARACTERS, type ReadMoment, readMoment } from './time/read-moment.ts'
import {
  calendarDifference,
  clockMs,
  DAY_MS,
  type Day,
  dayNumber,
  wallTimeOf,
  weekdayOf,
  writeDay,
  writeWallTime,
} from './time/wall-time.ts'
import { fixedZone, momentsOf, skippedMoment, utc, writeOffset, type Zone } from './time/zone.ts'

const text = (name: string, most: number) =>
  z.string(`“${name}” is a text.`).check(z.maxLength(most, `“${name}” has at most ${most} characters.`))
const zone = z.optional(text('zone', ZONE_CHARACTERS))

const schema = z.discriminatedUnion(
  'action',
  [
    z.object({ action: z.literal('now'), zone }),
    z.object({
      action: z.literal('convert'),
      at: text('at', MOMENT_CHARACTERS),
      zone,
      to: text('to', ZONE_CHARACTERS),
    }),
    z.object({
      action: z.literal('difference'),
      from: text('from', MOMENT_CHARACTERS),
      until: text('until', MOMENT_CHARACTERS),
      zone,
    }),
  ],
  '“action” is "now", "convert" or "difference".',
)
type Arguments = z.infer<typeof schema>

/** A sentence for the model on what is wrong with what it wants. */
class TimeProblem extends Error {}

export function createTime(clock: () => Date): Tool {
  return defineTool({
    name: 'time',
    description: [
      'Tells the time and calculates with dates, exactly.',
      '"now": the date and time in a zone. "convert": a date and time of one zone in another. "difference": what lies between two dates or times.',
      'A zone is an IANA name (Europe/Berlin), a city that has one (Tokyo) or an offset (+05:30); without one it is UTC.',
      'Times are written as 2026-03-29T14:30, with an offset as 2026-03-29T14:30+02:00; dates as 2026-03-29.',
    ].join(' '),
    parameters: {
      type: 'object',
      properties: {
        action: { type: 'string', enum: ['now', 'convert', 'difference'] },
        zone: { type: 'string', description: 'The zone of the times that are given, or asked for' },
        at: { type: 'string', description: 'Of "convert": the date and time' },
        to: { type: 'string', description: 'Of "convert": the zone to tell it in' },
        from: { type: 'string', description: 'Of "difference": the first date or time' },
        until: { type: 'string', description: 'Of "difference": the second date or time' },
      },
      required: ['action'],
      additionalProperties: false,
    },
    schema,
    kind: 'pure',
    marks: noMarks,
    run: (args): ToolOutcome => {
      try {
        return { kind: 'done', text: answer(args, clock()) }
      } catch (error) {
        if (error instanceof TimeProblem) return failed(error.message)
        throw error
      }
    },
  })
}

function answer(args: Arguments, now: Date): string {
  const given = args.zone === undefined || args.zone.trim() === '' ? utc : zoneOf(args.zone)
  switch (args.action) {
    case 'now': {
      const moment = Math.floor(now.getTime() / 1_000) * 1_000
      return `It is ${written(moment, given)}${given === utc ? '' : `, which is ${written(moment, utc)}`}.`
    }
    case 'convert':
      return converted(readOrFail(args.at), given, zoneOf(args.to))
    case 'difference':
      return differenceOf(readOrFail(args.from), readOrFail(args.until), given)
    default:
      return args satisfies never
  }
}

function zoneOf(name: string): Zone {
  const found = findZone(name)
  if ('problem' in found) throw new TimeProblem(found.problem)
  return found.zone
}

function readOrFail(given: string): ReadMoment {
  const read = readMoment(given)
  if (typeof read === 'string') throw new TimeProblem(read)
  return read
}

function converted(at: ReadMoment, given: Zone, to: Zone): string {
  const { moments, from, note } = momentsAt(at, given)
  const lines = moments.map((moment) => `${written(moment, from)} is ${written(moment, to)}.`)
  return [...(note === null ? [] : [note]), ...lines].join('\n')
}

interface Moments {
  moments: [number, ...number[]]
  from: Zone
  /** A sentence on a time that clocks skip or show twice. */
  note: string | null
}

function momentsAt({ time, offset }: ReadMoment, given: Zone): Moments {
  if (offset !== null)
    return {
      moments: [clockMs(time) - offset],
      from: fixedZone(`UTC${writeOffset(offset)}`, offset),
      note: null,
    }
  const shown = writeWallTime(time)
  const [first, second, ...others] = momentsOf(given, time)
  if (first === undefined) {
    const { moment, forwardMs } = skippedMoment(given, time)
    const note = `No clock shows ${shown} in ${given.name}: clocks are put forward over it, by ${writeClock(forwardMs)}. By the offset before, it is this moment:`
    return { moments: [moment], from: given, note }
  }
  if (second === undefined) return { moments: [first], from: given, note: null }
  const note = `Clocks show ${shown} twice in ${given.name}, since they are put back over it:`
  return { moments: [first, second, ...others], from: given, note }
}

function differenceOf(from: ReadMoment, until: ReadMoment, given: Zone): string {
  if (!from.hasTime && !until.hasTime) return daysBetween(from.time, until.time)
  const [start, end] = [momentsAt(from, given), momentsAt(until, given)]
  const ms = end.moments[0] - start.moments[0]
  const notes = [start, end].flatMap(({ note }) =>
    note === null ? [] : [`${note.slice(0, -1)}; the earliest such moment is taken.`],
  )
  const ends = `${written(start.moments[0], start.from)} to ${written(end.moments[0], end.from)}`
  const isBack = ms < 0 ? ', backwards in time' : ''
  return [
    ...notes,
    `From ${ends}: ${writeClock(Math.abs(ms))}, which is ${ms / 1_000} seconds${isBack}.`,
  ].join('\n')
}

function daysBetween(from: Day, until: Day): string {
  const days = dayNumber(until) - dayNumber(from)
  const [first, last] = days < 0 ? [until, from] : [from, until]
  const { years, months, days: rest } = calendarDifference(first, last)
  const all = Math.abs(days)
  const weeks = all < 7 ? [] : [listOf([counted(Math.floor(all / 7), 'week'), counted(all % 7, 'day')])]
  const calendar =
    years + months === 0
      ? []
      : [listOf([counted(years, 'year'), counted(months, 'month'), counted(rest, 'day')])]
  const also = [...weeks, ...calendar].join(', or ')
  const ends = `${weekdayOf(from)} ${writeDay(from)} to ${weekdayOf(until)} ${writeDay(until)}`
  const isBack = days < 0 ? ', backwards in time' : ''
  return `From ${ends}: ${counted(all, 'day') || '0 days'}${also && ` (${also})`}${isBack}. The first day is not counted.`
}

const listOf = (counts: readonly string[]) => counts.filter((one) => one !== '').join(' and ')

/** Empty for none. */
function counted(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** In days, hours, minutes and seconds that are not 0. */
function writeClock(ms: number): string {
  const seconds = ms / 1_000
  const parts = [
    counted(Math.floor(ms / DAY_MS), 'day'),
    counted(Math.floor(seconds / 3_600) % 24, 'hour'),
    counted(Math.floor(seconds / 60) % 60, 'minute'),
    // Of whole milliseconds: with fractions of seconds the remainder is not exact.
    counted((ms % 60_000) / 1_000, 'second'),
  ]
  return listOf(parts) || '0 seconds'
}

function written(moment: number, zone: Zone): string {
  const offset = zone.offsetAt(moment)
  const time = wallTimeOf(moment + offset)
  const where = zone.name.startsWith('UTC') ? zone.name : `${zone.name} (UTC${writeOffset(offset)})`
  return `${weekdayOf(time)} ${writeWallTime(time)} in ${where}`
}
