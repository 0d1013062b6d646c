import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { NOTHING, partsOf } from '../../../shared/chat/parts.ts'
import { isUuid } from '../../../shared/common/uuid.ts'
import type { Db } from '../../db/connect/connect.ts'
import { findReplyOfKey } from '../../db/doors/find-for-keys.ts'
import { fromStored } from '../../db/turns/stored-parts.ts'
import type { Replies } from '../conversations/replies.ts'
import { noSuch } from '../failure.ts'
import type { ApiKeys } from './api-keys.ts'
import type { Caller, ReadReply, ReplyPlace } from './door-questions.ts'
import { endingWith } from './pass-events.ts'

/** The stored replies of conversations that a caller's key began; all others are reported as missing. */
export class KeyReplies {
  readonly #options: { db: Db; keys: Pick<ApiKeys, 'begin'>; replies: Pick<Replies, 'follow'> }

  constructor(options: { db: Db; keys: Pick<ApiKeys, 'begin'>; replies: Pick<Replies, 'follow'> }) {
    this.#options = options
  }

  /** @throws {Failure} `not_found` */
  async find(
    { wallet, keyId }: Caller,
    place: ReplyPlace,
  ): Promise<{ wallet: string; keyId: string; reply: ReadReply }> {
    const { conversationId, replyId } = place
    const isKnown = wallet !== null && keyId !== null && isUuid(conversationId) && isUuid(replyId)
    const found = isKnown && (await findReplyOfKey(this.#options.db, { ...place, wallet, keyId }))
    if (!found) noSuch('reply')
    const { reasoning, parts, ...row } = found
    const reply = { ...row, parts: partsOf(fromStored({ content: row.text, reasoning, parts })) }
    return { wallet, keyId, reply }
  }

  /** Follows one from its beginning. @throws {Failure} `not_found` */
  async follow(caller: Caller, place: ReplyPlace, gone: AbortSignal): Promise<AsyncIterable<ReplyEvent>> {
    const { wallet, keyId } = await this.find(caller, place)
    const follow = await this.#options.replies.follow(wallet, place.conversationId, place.replyId)
    return this.followed(caller, keyId, gone, follow)
  }

  followed(
    { revoked }: Caller,
    keyId: string,
    gone: AbortSignal,
    follow: Awaited<ReturnType<Replies['follow']>>,
  ): AsyncIterable<ReplyEvent> {
    const events = follow(NOTHING, AbortSignal.any([gone, revoked]))
    return endingWith(revoked, () => this.#options.keys.begin(keyId), events)
  }
}
