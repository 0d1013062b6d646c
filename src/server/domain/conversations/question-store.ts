import type { Ask } from '../../../shared/chat/conversations.ts'
import type { Db } from '../../db/connect/connect.ts'
import { type AskOutcome, askQuestions, type NewQuestion } from '../../db/conversations/ask-questions.ts'
import { findReply, isConversationOf } from '../../db/conversations/replies.ts'
import type { Answers } from '../chat/answers.ts'
import { windowBytes } from '../chat/window.ts'
import { bytesOf, type Quotas } from '../quotas/quotas.ts'
import { type AskedQuestion, type Asker, writeDown } from './ask.ts'
import { batch } from './batch.ts'

interface Sized {
  question: NewQuestion
  /** How much of the path to the question its model can take. */
  pathBytes: number
}

/** Stores questions as far as their wallets have room; those that come at once go in one statement. */
export class QuestionStore {
  readonly #db: Db
  readonly #answers: Pick<Answers, 'windowFor'>
  readonly #quotas: Quotas
  readonly #write: (asked: Sized) => Promise<AskOutcome>

  /** @param parts.server the one that answers */
  constructor(parts: { db: Db; answers: Pick<Answers, 'windowFor'>; quotas: Quotas; server: string }) {
    const { db, server } = parts
    this.#db = db
    this.#answers = parts.answers
    this.#quotas = parts.quotas
    this.#write = batch(
      (asked: readonly Sized[]) =>
        askQuestions(
          db,
          asked.map(({ question }) => question),
          // What a smaller window can't take is left out of the prompt again.
          { server, pathBytes: Math.max(...asked.map(({ pathBytes }) => pathBytes)) },
        ),
      ({ question }) => question.conversationId,
    )
  }

  /** @returns `known` if the reply exists. @throws {Failure} `quota_reached`; see `writeDown` */
  async store(ask: Ask, asker: Asker): Promise<AskedQuestion | 'known'> {
    const { words, conversations } = this.#quotas
    const { owner, conversationId } = asker
    const { question, replyId } = ask
    const window = await this.#answers.windowFor({ agentId: ask.agentId, wallet: owner })
    const pathBytes = windowBytes(window)
    const write = async () =>
      (await writeDown(ask, asker, (asked) => this.#write({ question: asked, pathBytes }))) ?? 'known'
    const inRoom = () =>
      words.hold<AskedQuestion | 'known'>(
        owner,
        'content' in question ? bytesOf(question.content, question.greeting) : 0,
        write,
        {
          kept: (asked) => asked !== 'known',
          before: async () =>
            (await findReply(this.#db, owner, { conversationId, replyId })) ? 'known' : null,
        },
      )
    if (!('content' in question) || (question.parentId !== null && question.greeting === undefined))
      return inRoom()
    words.measureAhead(owner)
    return conversations.hold(owner, 1, inRoom, {
      kept: (asked) => asked !== 'known' && asked.begins,
      // A conversation can have several first questions.
      before: async () => ((await isConversationOf(this.#db, owner, conversationId)) ? inRoom() : null),
    })
  }
}
