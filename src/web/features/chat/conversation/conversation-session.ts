import type { Conversation } from '../../../../shared/chat/conversations.ts'
import type { AttachedFile, Message, Reply } from '../../../../shared/chat/messages.ts'
import type { Decided } from '../../../../shared/tools/decisions.ts'
import { newId } from '../../../lib/new-id.ts'
import type { Transport } from '../transport/transport.ts'
import { type ConversationView, maySend } from './conversation.ts'
import { ConversationReplies, type RepliesOptions } from './conversation-replies.ts'
import {
  type ConversationState,
  inOneLine,
  messageOf,
  newQuestion,
  parentOfNext,
  selected,
} from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import { isKnownBelow } from './earlier-messages.ts'
import { greeted, isGreeting } from './greetings.ts'

interface SessionOptions extends Omit<RepliesOptions, 'onAsk' | 'now'> {
  id: string
  /** Earlier messages from elsewhere, oldest first, with which a conversation of the page begins. */
  said?: readonly Message[]
  onAsk?: (session: ConversationSession) => void
  now?: () => Date
}

/** A running conversation, which outlives the screen that shows it. */
export class ConversationSession {
  readonly id: string
  readonly mayBeKept: boolean
  readonly #now: () => Date
  readonly #store = new ConversationStore()
  readonly #replies: ConversationReplies

  constructor({ id, said = [], onAsk, now = () => new Date(), ...options }: SessionOptions) {
    this.id = id
    this.mayBeKept = options.storage !== undefined
    this.#now = now
    this.#replies = new ConversationReplies(this.#store, { ...options, now, onAsk: () => onAsk?.(this) })
    if (said.length > 0) this.#store.publish(inOneLine(this.#store.state, said))
  }

  /** Where the conversation is stored. It can change from `page` to `server` while the conversation goes on. */
  get kept(): Transport['kept'] {
    return this.#replies.kept
  }

  readonly subscribe = this.#store.subscribe

  readonly getView = (): ConversationView => this.#store.view

  /** Whether the server has the conversation, as far as this page knows. */
  isStored(): boolean {
    return this.#replies.isStored
  }

  /** Whether the conversation was started here, or was loaded. */
  isReady(): boolean {
    return this.#replies.isReady
  }

  /** Begins the conversation with the agent's greetings, unless it has begun or they are shown already. */
  greet(greetings: readonly string[]): void {
    if (this.#replies.isStored) return
    const next = greeted(this.#store.state, greetings, { createdAt: this.#timestamp(), newId })
    if (next !== this.#store.state) this.#store.publish(next)
  }

  /** Returns false if it was ignored, so that the input keeps its text. */
  send(text: string, files?: readonly AttachedFile[]): boolean {
    if (!maySend(this.#store.view, text)) return false
    this.#askNew(parentOfNext(this.#store.state), text, files)
    return true
  }

  /** Asks an edited version of a question, with its files, as a new branch beside it. Returns false if it was ignored. */
  edit(questionId: string, text: string): boolean {
    const question = messageOf(this.#store.state, questionId)
    if (question?.role !== 'user' || !maySend(this.#store.view, text)) return false
    this.#askNew(question.parentId, text, question.files)
    return true
  }

  /**
   * Asks for another reply to a question, as a new branch beside the existing ones. Returns false if it was ignored.
   * @param model answers this once in place of the conversation's
   */
  askAgain(questionId: string, model?: string): boolean {
    const question = messageOf(this.#store.state, questionId)
    if (question?.role !== 'user' || this.#store.view.pending) return false
    this.#replies.ask(question, model === undefined ? {} : { model })
    return true
  }

  /** Chooses what answers from now on; null for the agent's. @throws the error of a server that could not store it */
  chooseModel(ref: string | null): Promise<void> {
    return this.#replies.chooseModel(ref)
  }

  /** A reply of any branch, as it is known now. */
  replyOf(id: string): Reply | undefined {
    const message = messageOf(this.#store.state, id)
    return message?.role === 'assistant' ? message : undefined
  }

  /**
   * Shows another version of a message, with the newest that follows it.
   * @param onTurn called right before it is shown
   * @returns false if what follows it is not loaded, so that the server has to be asked
   */
  select(messageId: string, onTurn?: () => void): boolean {
    if (!isKnownBelow(this.#store.state, messageId)) return false
    const next = selected(this.#store.state, messageId)
    if (next === this.#store.state) return true
    onTurn?.()
    this.#store.publish(next)
    const leaf = next.activeLeaf === null ? undefined : messageOf(next, next.activeLeaf)
    // The server has a greeting only once a question follows it.
    if (leaf && !isGreeting(leaf)) this.#replies.storeShown(leaf.id)
    return true
  }

  /** What is known of it, for changes whose code is loaded when they are wanted. */
  getState(): ConversationState {
    return this.#store.state
  }

  change(by: (state: ConversationState) => ConversationState): void {
    this.#store.publish(by(this.#store.state))
  }

  /** Sends the question that waits for a sign-in at once; the conversation then stays in the page. */
  askNow(): void {
    this.#replies.askNow()
  }

  /** Shows what was decided of a call, and follows its reply if it goes on. */
  decided(decided: Decided): Promise<void> {
    return this.#replies.decided(decided).catch(() => this.reload())
  }

  /** Lets a reply go on from the results that its calls have. @throws {ApiError} and the error of `fetch` */
  goOn(replyId: string): Promise<void> {
    return this.#replies.goOn(replyId)
  }

  /** Shows the server's version, and follows what runs in it. Never throws. */
  reload(): Promise<void> {
    return this.#replies.reload()
  }

  stop(): void {
    this.#replies.stop()
  }

  /** Puts a text from elsewhere into the composer without sending it, with a message that gives the reason. */
  giveBack(text: string, message: string): void {
    this.#store.publish(this.#store.state, { returned: { text, failure: { kind: 'refused', message } } })
  }

  /** Clears `view.returned`, once the composer has its text. */
  takeReturned(): void {
    if (this.#store.view.returned) this.#store.publish(this.#store.state, { returned: null })
  }

  /** Merges the server's version of the conversation. It starts no request, so it may be called while rendering. */
  merge(stored: Conversation): void {
    this.#replies.merge(stored)
  }

  /** Subscribes to the reply that is running on the server, unless the session already does. */
  follow(): void {
    this.#replies.follow()
  }

  /** Sends the question again that an earlier page was sending when it was closed. */
  resume(): void {
    this.#replies.resume()
  }

  /** Closes the connection without stopping the reply. */
  close(): void {
    this.#replies.close()
  }

  #timestamp(): string {
    return this.#now().toISOString()
  }

  #askNew(parentId: string | null, content: string, files: readonly AttachedFile[] = []): void {
    const said = { id: newId(), parentId, content, createdAt: this.#timestamp() }
    this.#replies.ask(
      newQuestion(this.#store.state, { ...said, ...(files.length > 0 && { files: [...files] }) }),
    )
  }
}
