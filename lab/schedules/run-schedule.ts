import { setTimeout as wait } from 'node:timers/promises'
import { checkHistory } from '../checker/check-history.ts'
import { Talks } from '../clients/conversations.ts'
import { OwnThings } from '../clients/own-things.ts'
import { Person } from '../clients/person.ts'
import { countKeys, hoard, PublicThings, probe } from '../clients/public-things.ts'
import { Realm } from '../clients/realm.ts'
import { suffer } from '../faults/suffer.ts'
import { History } from '../history.ts'
import type { World } from '../world/world.ts'
import { type ClientStep, isFault, type Schedule, type Step, type ThingStep } from './schedule.ts'

/** How long everything may take to come to its end once all is well again, in milliseconds. */
const QUIET_MS = 30_000

export interface ScheduleResult {
  faults: string[]
  /** How many acts the history has, of how many nobody was told the end, and how many were refused. */
  acts: number
  unknown: number
  refused: number
  ms: number
}

/** Plays a schedule in a world where all is well, has it come to rest, reads everything at both servers and judges. */
export async function runSchedule(world: World, schedule: Schedule): Promise<ScheduleResult> {
  const began = performance.now()
  const stage = await Stage.set(world)
  try {
    await stage.play(schedule.steps)
    await world.settle()
    await stage.comeToRest()
    await stage.readAll()
  } finally {
    stage.clear()
  }
  const { events } = stage.history
  return {
    faults: checkHistory(events),
    acts: events.length,
    unknown: events.filter(({ outcome }) => outcome === 'unknown').length,
    refused: events.filter(({ outcome }) => outcome === 'refused').length,
    ms: performance.now() - began,
  }
}

/** Two people with all that they do in one schedule. */
class Stage {
  readonly history: History
  readonly #world: World
  readonly #people: readonly Person[]
  readonly #talks: readonly Talks[]
  readonly #things: readonly OwnThings[]
  readonly #public: PublicThings
  readonly #realm: Realm
  #until = performance.now() + QUIET_MS
  readonly #playing = new Set<Promise<unknown>>()

  private constructor(world: World, history: History, people: readonly [Person, Person], realm: Realm) {
    this.#world = world
    this.history = history
    this.#people = people
    this.#talks = people.map(
      (person) =>
        new Talks(
          person,
          () => this.#until,
          (call) => this.#world.tools.effects.has(call),
        ),
    )
    this.#things = people.map((person) => new OwnThings(person))
    this.#public = new PublicThings(...people)
    this.#realm = realm
  }

  static async set(world: World): Promise<Stage> {
    const history = new History()
    const [ada, bob] = await Promise.all([
      Person.arrive(world, history, 'Ada'),
      Person.arrive(world, history, 'Bob'),
    ])
    return new Stage(world, history, [ada, bob], await Realm.make(world, ada))
  }

  /** Each step at its time, whether or not the ones before it are over; faults last until they are over. */
  async play(steps: readonly Step[]): Promise<void> {
    const began = performance.now()
    const faults: Promise<unknown>[] = []
    for (const step of steps) {
      const early = began + step.at - performance.now()
      if (early > 0) await wait(early)
      if (isFault(step)) faults.push(suffer(this.#world, step))
      else this.#begin(this.#do(step))
    }
    await Promise.all(faults)
  }

  #begin(doing: Promise<unknown> | undefined): void {
    if (!doing) return
    const playing = doing
      .catch((error: Error) => this.history.note({ act: 'fault', text: `a client broke: ${error.stack}` }))
      .finally(() => this.#playing.delete(playing))
    this.#playing.add(playing)
  }

  #do(step: ClientStep): Promise<unknown> | undefined {
    const { who, via } = step
    const person = this.#people[who]
    const talks = this.#talks[who]
    const things = this.#things[who]
    if (!person || !talks || !things) return undefined
    switch (step.do) {
      case 'say':
        return this.#realm.say(person, via)
      case 'ask':
        return talks.ask(via, step.of, step.trick, step.words)
      case 'act':
        return talks.act(via, step.of, step.calls, step.isDouble)
      case 'decide':
        return talks.decide(via, step.of, step.decision)
      case 'follow':
        return talks.follow(via, step.of)
      case 'stop':
        return talks.stop(via, step.of)
      case 'erase':
        return talks.erase(via, step.of)
      case 'read-conversation':
        return talks.read(via, step.of)
      case 'remove-conversation':
        return talks.remove(via, step.of)
      case 'vote':
        return this.#public.vote(via, true)
      case 'unvote':
        return this.#public.vote(via, false)
      case 'read-vote':
        return this.#public.readVote(via)
      case 'edit':
        return this.#public.edit(via)
      case 'read-edit':
        return this.#public.readEdit(via)
      case 'hoard':
        return hoard(person, via)
      case 'probe':
        return this.#probe(step)
      default:
        return doWithThing(things, step)
    }
  }

  #probe({ who, via }: ClientStep): Promise<void> | undefined {
    const [prober, other] = [this.#people[who], this.#people[1 - who]]
    const [talks, things] = [this.#talks[1 - who], this.#things[1 - who]]
    return prober && other && talks && things ? probe(prober, other, { talks, things }, via) : undefined
  }

  async comeToRest(): Promise<void> {
    this.#until = performance.now() + QUIET_MS
    // A model may begin to stall after the others were let go on.
    const letting = setInterval(() => this.#world.model.release(), 200)
    const settling = this.#talks.map((talks) => talks.settle(this.#until))
    const restless = (await Promise.all(settling).finally(() => clearInterval(letting))).flat()
    for (const text of restless) this.history.note({ act: 'restless', thing: text, state: 'not at rest' })
    await Promise.all(this.#playing)
    for (const things of this.#things) things.end()
  }

  async readAll(): Promise<void> {
    const [ada] = this.#people
    if (!ada) return
    await Promise.all([
      ...this.#talks.map((talks) => talks.readAll()),
      ...this.#things.map((things) => things.readAll()),
      this.#public.readAll(),
      this.#realm.readAll(ada, performance.now() + QUIET_MS),
      countKeys(ada),
    ])
    this.#noteEffects()
  }

  /**
   * A request that a link held back can reach the tool server after its schedule: what another schedule allowed is
   * judged there, and here only whether it happened once.
   */
  #noteEffects(): void {
    const own = new Set(this.#talks.flatMap(({ all }) => all.flatMap(({ calls }) => calls)))
    const { effects, asked } = this.#world.tools
    for (const [thing, times] of effects)
      if (own.has(thing) || !asked.has(thing)) this.history.note({ act: 'effect', thing, times })
      else if (times > 1)
        this.history.note({
          act: 'fault',
          text: `the call ${thing} of an earlier schedule happened ${times} times`,
        })
    for (const thing of own) asked.add(thing)
  }

  clear(): void {
    this.#until = 0
    this.#realm.close()
  }
}

function doWithThing(things: OwnThings, { do: doing, via, of }: ClientStep & ThingStep): Promise<void> {
  switch (doing) {
    case 'make-key':
      return things.makeKey(via, of)
    case 'use-key':
      return things.openWithKey(via, of)
    case 'revoke-key':
      return things.revokeKey(via, of)
    case 'sign-in':
      return things.signIn(via, of)
    case 'use-session':
      return things.openWithSession(via, of)
    case 'sign-out':
      return things.signOut(via, of)
    case 'add-fact':
      return things.addFact(via, of)
    case 'read-facts':
      return things.readFact(via, of)
    case 'remove-fact':
      return things.removeFact(via, of)
    case 'upload':
      return things.upload(via, of)
    case 'read-document':
      return things.readDocument(via, of)
    case 'remove-document':
      return things.removeDocument(via, of)
  }
}
