import { randomFrom } from '../../test/random-from.ts'
import { clockLibrary } from '../world/clock.ts'
import { World } from '../world/world.ts'
import { kindOf, makeSchedule } from './make-schedule.ts'
import { runSchedule, type ScheduleResult } from './run-schedule.ts'
import { describeStep, isOfOne, type Kind, type Schedule, type Step } from './schedule.ts'
import { shrink } from './shrink.ts'

/** How often a smaller list of steps is tried before it counts as one that does not fail. */
const TRIES = 2
const SHRINK_RUNS = 40

export interface LaboratoryOptions {
  /** The seeds that are run, in order. */
  seeds: readonly { seed: number; kind?: Kind | undefined }[]
  minutes: number
  /** How many worlds work beside each other. */
  worlds: number
  only?: Kind | undefined
  /** What Node runs in place of the production bundle, and with what settings. */
  planted?: { program: readonly string[]; variables: Record<string, string> } | undefined
  /** Whether the faults found so far are all that was sought: then no further schedule begins. */
  isEnough?: (faults: readonly string[]) => boolean
  shrinks: boolean
  say: (line: string) => void
}

interface Failure {
  schedule: Schedule
  faults: readonly string[]
}

export interface Figures {
  kind: Kind
  schedules: number
  failed: number
  acts: number
  unknown: number
  refused: number
  ms: number
}

/** Runs schedules in worlds of its own, and tells the figures by kind of fault and what failed. */
export class Laboratory {
  readonly #options: LaboratoryOptions
  readonly #figures = new Map<Kind, Figures>()
  readonly failures: Failure[] = []
  #ended = false

  constructor(options: LaboratoryOptions) {
    this.#options = options
  }

  get figures(): readonly Figures[] {
    return [...this.#figures.values()]
  }

  get faults(): readonly string[] {
    return this.failures.flatMap(({ faults }) => faults)
  }

  get schedules(): number {
    return this.figures.reduce((sum, { schedules }) => sum + schedules, 0)
  }

  async run(): Promise<void> {
    const late = performance.now() + this.#options.minutes * 60_000
    const asked = this.#options.seeds.map(({ seed, kind = kindOf(seed, this.#options.only) }) => ({
      seed,
      kind,
    }))
    const left = asked.filter(({ kind }) => clockLibrary !== undefined || !kind.startsWith('clock'))
    if (left.length < asked.length)
      this.#options.say(
        `Without libfaketime no clock is stepped: ${asked.length - left.length} schedules are left out.`,
      )
    const ofOne = left.filter(({ kind }) => isOfOne(kind))
    const ofTwo = left.filter(({ kind }) => !isOfOne(kind))
    const isOver = () => this.#ended || performance.now() > late
    const worlds = Math.max(1, this.#options.worlds)
    await Promise.all(
      [ofOne, ...Array.from({ length: ofTwo.length > 0 ? worlds : 0 }, () => ofTwo)]
        .filter((queue) => queue.length > 0)
        .map((queue, index) => this.#work(queue, isOver, index)),
    )
  }

  /** No further schedule begins. */
  end(): void {
    this.#ended = true
  }

  async #work(queue: { seed: number; kind: Kind }[], isOver: () => boolean, index: number): Promise<void> {
    let world: World | undefined
    try {
      for (let next = queue.shift(); next && !isOver(); next = queue.shift()) {
        world ??= await this.#startWorld(isOfOne(next.kind), index)
        const isWhole = await this.#runOne(world, makeSchedule(next.seed, next.kind))
        if (!isWhole || world.disk?.isUsedUp) {
          await world.end()
          world = undefined
        }
      }
    } finally {
      await world?.end()
    }
  }

  #startWorld(isOne: boolean, index: number): Promise<World> {
    const { planted } = this.#options
    return World.start({
      database: isOne ? 'embedded' : 'postgresql',
      random: randomFrom(index),
      ...(planted && { program: planted.program, variables: planted.variables }),
    })
  }

  /** @returns whether the world can be used again */
  async #runOne(world: World, schedule: Schedule): Promise<boolean> {
    const { say, isEnough, shrinks } = this.#options
    let result: ScheduleResult
    try {
      result = await runSchedule(world, schedule)
    } catch (error) {
      // A world that does not come back is a fault like any other.
      result = {
        faults: [`the world broke: ${(error as Error).message}`],
        acts: 0,
        unknown: 0,
        refused: 0,
        ms: 0,
      }
    }
    if (this.#ended && isEnough) return true
    this.#count(schedule.kind, result)
    if (result.faults.length === 0) return true
    this.failures.push({ schedule, faults: result.faults })
    say(`seed ${schedule.seed} (${schedule.kind}) failed:`)
    for (const fault of new Set(result.faults.slice(0, 8))) say(`  ${fault}`)
    if (isEnough?.(this.faults)) this.#ended = true
    if (result.acts === 0) return false
    if (shrinks) await this.#shrink(world, schedule)
    return true
  }

  async #shrink(world: World, schedule: Schedule): Promise<void> {
    const fails = async (steps: readonly Step[]) => {
      for (let tries = 0; tries < TRIES; tries++) {
        const { faults } = await runSchedule(world, { ...schedule, steps })
        if (faults.length > 0) return true
      }
      return false
    }
    const { say } = this.#options
    const steps = await shrink(schedule.steps, fails, SHRINK_RUNS)
    const isSmaller = steps.length < schedule.steps.length
    say(
      isSmaller
        ? `  it still fails with ${steps.length} of its ${schedule.steps.length} steps:`
        : '  it did not fail again with fewer steps; all of them:',
    )
    for (const step of steps) say(`    ${describeStep(step)}`)
  }

  #count(kind: Kind, { faults, acts, unknown, refused, ms }: ScheduleResult): void {
    const before = this.#figures.get(kind) ?? {
      kind,
      schedules: 0,
      failed: 0,
      acts: 0,
      unknown: 0,
      refused: 0,
      ms: 0,
    }
    this.#figures.set(kind, {
      kind,
      schedules: before.schedules + 1,
      failed: before.failed + (faults.length > 0 ? 1 : 0),
      acts: before.acts + acts,
      unknown: before.unknown + unknown,
      refused: before.refused + refused,
      ms: before.ms + ms,
    })
  }
}
