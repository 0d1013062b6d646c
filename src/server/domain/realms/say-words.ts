import { setTimeout as wait } from 'node:timers/promises'
import type { RealmMessage } from '../../../shared/realms/realm-messages.ts'
import { findMessage } from '../../db/realms/realm-messages.ts'
import { emptyMessage, insertWord, type NewWord } from '../../db/realms/write-realm-messages.ts'
import { Failure } from '../failure.ts'
import { bytesOf, noQuotas } from '../quotas/quotas.ts'
import { membershipIn } from './find-there.ts'
import { messageNotFound, mutedHere, notParticipant } from './realm-refusals.ts'
import type { Realms, RealmsOptions } from './realms.ts'

/** How often an answer that another server has to stop is checked, and the interval in milliseconds. */
const LOOKS = 20
const LOOK_MS = 100

/** Implements what people add to a realm's log and remove from it. */
export function sayWords({
  db,
  clock,
  feed,
  turns,
  quotas = noQuotas,
}: RealmsOptions): Pick<Realms, 'send' | 'goOn' | 'removeMessage' | 'stopAnswer'> {
  /** Stores a message once, even if it is sent repeatedly or concurrently. */
  async function put(word: NewWord): Promise<{ message: RealmMessage; sent: boolean }> {
    const { realmId } = word
    let stored: Awaited<ReturnType<typeof insertWord>> = null
    try {
      stored = await insertWord(db, word)
    } catch (error) {
      return (await putBefore(word)) ?? Promise.reject(error)
    }
    if (!stored) return (await putBefore(word)) ?? refuse(word)
    feed.changed(realmId, [stored.message])
    if (stored.changedRealm) feed.detailChanged(realmId)
    if (stored.awaitsDirector) turns.wake(realmId)
    return { message: stored.message, sent: true }
  }

  /**
   * Returns what an earlier attempt stored, even if the wallet may no longer do it.
   * @throws {Failure} `conflict` if another wallet uses the id
   */
  async function putBefore({ realmId, id, kind, author }: NewWord) {
    const found = await findMessage(db, realmId, id)
    if (!found) return null
    const { message } = found
    if (message.kind === kind && message.author === author) return { message, sent: false }
    throw new Failure('conflict', 'There is already a message with this id.', {
      errors: { id: 'This id is taken.' },
    })
  }

  /** Throws the reason why nothing was stored. */
  async function refuse({ realmId, kind, author, replyTo }: NewWord): Promise<never> {
    const { muted, participates, lastMessage } = await membershipIn(db, realmId, author)
    if (kind === 'go-on' && !participates) throw notParticipant()
    if (kind === 'go-on' && !muted)
      throw new Failure('conflict', 'The agents of this realm are not waiting for a limit.')
    if (replyTo !== null && replyTo > lastMessage) {
      const problem = 'This realm has no message with this number.'
      throw new Failure('validation_failed', problem, { errors: { replyTo: problem } })
    }
    throw mutedHere()
  }

  /**
   * Finds a message that this wallet may remove or stop.
   * @throws {Failure} `not_found` or `forbidden`
   */
  async function findOwn(realmId: string, id: string, wallet: string): Promise<RealmMessage> {
    const found = await findMessage(db, realmId, id)
    if (!found) {
      await membershipIn(db, realmId, wallet)
      throw messageNotFound()
    }
    if (found.message.author !== wallet && found.createdBy !== wallet)
      throw new Failure('forbidden', 'This message belongs to another wallet.')
    return found.message
  }

  return {
    send(realmId, author, { id, content, replyTo = null }) {
      const word = { kind: 'said' as const, realmId, id, author, content, replyTo, createdAt: clock() }
      return quotas.words.hold(author, bytesOf(content), () => put(word), {
        kept: ({ sent }) => sent,
        before: () => putBefore(word),
      })
    },

    async goOn(realmId, wallet, id) {
      const line = { realmId, id, author: wallet, content: '', replyTo: null, createdAt: clock() }
      return (await put({ kind: 'go-on', ...line })).message
    },

    async removeMessage(realmId, id, wallet) {
      let message = await findOwn(realmId, id, wallet)
      if (isRunning(message)) {
        await turns.stop(realmId, id)
        message = await findOwn(realmId, id, wallet)
        for (let look = 0; isRunning(message) && look < LOOKS; look++) {
          await wait(LOOK_MS)
          message = await findOwn(realmId, id, wallet)
        }
      }
      if (isRunning(message))
        throw new Failure('reply_running', 'This is still being written. Try again in a moment.')
      const emptied = await emptyMessage(db, { realmId, id, by: wallet, at: clock() })
      // The message in its current state, no matter who emptied it.
      message = await findOwn(realmId, id, wallet)
      if (emptied) feed.changed(realmId, [message])
      return message
    },

    async stopAnswer(realmId, id, wallet) {
      if (isRunning(await findOwn(realmId, id, wallet))) await turns.stop(realmId, id)
    },
  }
}

function isRunning(message: RealmMessage): boolean {
  return message.kind === 'answer' && message.state === 'running'
}
