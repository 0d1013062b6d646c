import type { OwnProfile, Person, Profile } from '../../../shared/people/people.ts'
import { personNameProblem, skeletonOf } from '../../../shared/people/person-names.ts'
import { isSolanaAddress } from '../../../shared/session/base58.ts'
import type { LooksLike } from '../../../shared/trust/looks-like.ts'
import type { Db } from '../../db/connect/connect.ts'
import {
  findNamed,
  findPerson,
  isResting,
  removeRested,
  type StoredPerson,
  storePerson,
} from '../../db/people/people.ts'
import type { Reads } from '../../db/replicas/replica-reads.ts'
import type { Images } from '../agents/images.ts'
import { Failure } from '../failure.ts'
import type { LookAlikes } from '../trust/look-alikes.ts'

const DAY_MS = 24 * 60 * 60_000

/** In milliseconds between two changes (record 0041). */
const NAME_STAYS_MS = 7 * DAY_MS

/** How long a name that was given up is reserved, in milliseconds (record 0041). */
const NAME_RESTS_MS = 90 * DAY_MS

interface PeopleOptions {
  db: Db
  /** For what others see of a person. */
  reads: Reads
  clock: () => Date
  images: Pick<Images, 'keep'>
  lookAlikes: Pick<LookAlikes, 'lookAtPerson' | 'ofPerson'>
}

/** Profiles of people (record 0041). The wallet stays the identity; a name is an alias of its address. */
export class People {
  readonly #options: PeopleOptions

  constructor(options: PeopleOptions) {
    this.#options = options
  }

  /** @throws {Failure} `name_given_up` for a reserved name, `not_found` for an unused one */
  async find(who: string): Promise<Person> {
    const { db, reads } = this.#options
    const shownFrom = reads('person')
    if (isSolanaAddress(who)) return present(who, shown(await findPerson(shownFrom, who)))
    const name = who.toLowerCase()
    const skeleton = skeletonOf(name)
    if (personNameProblem(name) !== null) throw new Failure('not_found', 'Nobody has this name.')
    // A name that was taken a moment ago is not on a replica yet.
    const named = (await findNamed(shownFrom, skeleton)) ?? (await findNamed(db, skeleton))
    if (named?.name === name && shown(named)) return present(named.address, named)
    if (!named && (await isResting(db, skeleton, this.#ago(NAME_RESTS_MS))))
      throw new Failure('name_given_up', 'Nobody uses this name any more.')
    throw new Failure('not_found', 'Nobody has this name.')
  }

  async own(address: string): Promise<OwnProfile> {
    const { db, lookAlikes } = this.#options
    return this.#ownProfile(address, await findPerson(db, address), await lookAlikes.ofPerson(address))
  }

  /**
   * @throws {Failure} `validation_failed` for `name` if it is taken, reserved or was changed within a week, and for
   * `imageUrl` if no such picture is stored
   */
  async change(address: string, { name, imageUrl, about }: Profile): Promise<OwnProfile> {
    const { db, clock, images, lookAlikes } = this.#options
    if (imageUrl !== null) await images.keep(imageUrl, address)
    const skeleton = name === null ? null : skeletonOf(name)
    const rules = {
      now: clock(),
      changedBefore: this.#ago(NAME_STAYS_MS),
      restsSince: this.#ago(NAME_RESTS_MS),
    }
    const stored = await storePerson(db, { address, name, skeleton, imageUrl, about }, rules)
    if (stored === 'taken') refuseName('This name, or one that looks like it, is taken.')
    if (stored === 'early') refuseName('You can change your name once a week.')
    return this.#ownProfile(address, stored, await lookAlikes.lookAtPerson(address))
  }

  /** Removes expired reservations of names; to be called regularly. */
  sweepRested(): Promise<void> {
    return removeRested(this.#options.db, this.#ago(NAME_RESTS_MS))
  }

  #ownProfile(address: string, stored: StoredPerson | null, looksLike: LooksLike | null): OwnProfile {
    const changesAt = stored?.nameChangedAt && stored.nameChangedAt.getTime() + NAME_STAYS_MS
    const waits = changesAt && changesAt > this.#options.clock().getTime()
    return {
      ...present(address, stored),
      ...(stored?.moderation && { moderation: stored.moderation }),
      nameChangesAt: waits ? new Date(changesAt).toISOString() : null,
      ...(looksLike && { looksLike }),
    }
  }

  #ago(milliseconds: number): Date {
    return new Date(this.#options.clock().getTime() - milliseconds)
  }
}

/** A profile that was taken down is as none: its name leads nowhere, and stays taken. */
const shown = (stored: StoredPerson | null) => (stored?.moderation === 'down' ? null : stored)

function present(address: string, stored: StoredPerson | null): Person {
  return {
    address,
    name: stored?.name ?? null,
    pictureUrl: stored?.imageUrl ?? null,
    about: stored?.about ?? '',
  }
}

function refuseName(message: string): never {
  throw new Failure('validation_failed', message, { errors: { name: message } })
}
