import { expect } from 'vitest'
import type { ModelServer } from '../e2e/fakes/model-server.ts'
import type { Ask, Conversation, ConversationPage } from '../src/shared/chat/conversations.ts'
import { pathTo } from '../src/shared/chat/message-tree.ts'
import { pickFrom, replies, type Step } from './conversation-actions.ts'
import { conversationClient } from './conversation-client.ts'
import {
  addMessage,
  endOf,
  type ModelConversation,
  type ModelMessage,
  pathOf,
  shownOf,
  turnsOf,
  viewOf,
} from './conversation-model.ts'
import { eventsOf, received, replyKnown } from './reply-events.ts'
import type { Account, Send } from './sign-in.ts'

interface Parts {
  send: Send
  account: Account
  agentId: string
  model: ModelServer
}

/** Somebody with an agent, who does what a step says in the product and in the model alike. */
export function somebody({ send, account, agentId, model }: Parts) {
  const client = conversationClient(send, account)
  /** In the order in which they were last asked something. */
  let all: ModelConversation[] = []
  const asked = new Map<string, { conversation: ModelConversation; ask: Ask; reply: ModelMessage }>()

  const runningIn = (conversation: ModelConversation) =>
    [...asked.values()].find((one) => one.conversation === conversation && one.reply.state === 'running')
  const titled = () => `Question ${crypto.randomUUID()}`

  async function ask(conversation: ModelConversation, question: ModelMessage, isNew: boolean, how: Step) {
    const { scenario, content, state } = replies[how.reply] ?? replies.said ?? raise()
    const replyId = crypto.randomUUID()
    const newQuestion = { id: question.id, parentId: question.parent?.id ?? null, content: question.content }
    const body: Ask = { replyId, agentId, question: isNew ? newQuestion : { id: question.id } }
    if (runningIn(conversation)) {
      const refused = await client.ask(conversation.id, body)
      expect([refused.status, (await refused.json()).code]).toEqual([409, 'reply_running'])
      if (isNew) take(question, conversation)
      return
    }
    model.next(scenario)
    const answer = await client.ask(conversation.id, body)
    expect(answer.status).toBe(200)
    const reply = addMessage(conversation, question, { id: replyId, role: 'assistant', content, state })
    reply.cutShort = how.reply === 'cut'
    conversation.active = reply
    all = [...all.filter((other) => other !== conversation), conversation]
    asked.set(replyId, { conversation, ask: body, reply })
    const events = eventsOf(answer)
    const known = await received(
      replyKnown(replyId),
      events,
      (so) => state === 'running' && so.content === content,
    )
    expect(known).toMatchObject({ content, state })
    await events.return(undefined)
  }

  /** Takes a question back that the server refused. */
  function take(question: ModelMessage, conversation: ModelConversation) {
    const place = question.parent?.children ?? conversation.beginnings
    place.splice(place.indexOf(question), 1)
  }

  function questionAfter(conversation: ModelConversation, parent: ModelMessage | null) {
    return addMessage(conversation, parent, {
      id: crypto.randomUUID(),
      role: 'user',
      content: titled(),
      state: null,
    })
  }

  async function takeIn(conversation: ModelConversation, how: Step): Promise<unknown> {
    const path = pathOf(conversation.active)
    const question = pickFrom(
      path.filter(({ role }) => role === 'user'),
      how.pick,
    )
    if (!question) return raise()
    const running = runningIn(conversation)
    switch (how.does) {
      case 'send':
        // A copy may end with a question, which wants an answer first.
        return conversation.active.role === 'user'
          ? ask(conversation, conversation.active, false, how)
          : ask(conversation, questionAfter(conversation, conversation.active), true, how)
      case 'edit':
        return ask(conversation, questionAfter(conversation, question.parent), true, how)
      case 'regenerate':
        return ask(conversation, question, false, how)
      case 'end': {
        if (!running) return
        model.release()
        for (const one of asked.values()) {
          if (one.reply.state !== 'running') continue
          one.reply.state = 'finished'
          const ended = await client.followToEnd(
            one.conversation.id,
            one.reply.id,
            replyKnown(one.reply.id, 'Still'),
          )
          expect(ended).toMatchObject({ content: one.reply.content, state: 'finished' })
        }
        return
      }
      case 'stop': {
        const any =
          running ??
          pickFrom(
            [...asked.values()].filter((one) => one.conversation === conversation),
            0,
          )
        if (!any) return
        expect((await client.stop(conversation.id, any.reply.id)).status).toBe(204)
        if (any.reply.state === 'running') any.reply.state = 'stopped'
        const ended = await client.followToEnd(conversation.id, any.reply.id)
        expect(ended).toMatchObject({ content: any.reply.content, state: any.reply.state })
        return
      }
      case 'switch': {
        const turned = path.filter((message) => turnsOf(conversation, message).length > 1)
        const shown = pickFrom(turned, how.pick)
        const next = shown && pickFrom(turnsOf(conversation, shown), Math.floor(how.pick / 7))
        if (!next) return
        conversation.active = endOf(next)
        const answer = await client.change(conversation.id, { activeLeaf: conversation.active.id })
        expect(answer.status).toBe(200)
        return
      }
      case 'delete': {
        expect((await client.remove(conversation.id)).status).toBe(204)
        if (running) running.reply.state = 'stopped'
        expect((await client.read(conversation.id)).status).toBe(404)
        expect(await listed()).toEqual(titlesOf(all.filter((other) => other !== conversation)))
        if (how.pick % 3 === 0) conversation.deleted = true
        else expect((await client.restore(conversation.id)).status).toBe(200)
        return
      }
      case 'fork': {
        const upTo = pickFrom(path, how.pick)
        if (!upTo || pathOf(upTo).some(({ state }) => state === 'running')) return
        return fork(conversation, upTo)
      }
      case 'rename': {
        conversation.title = titled()
        const answer = await client.change(conversation.id, { title: conversation.title })
        expect(answer.status).toBe(200)
        return
      }
      case 'repeat': {
        const again = pickFrom(
          [...asked.values()].filter((one) => one.conversation === conversation),
          how.pick,
        )
        if (!again) return
        const requests = model.requests.length
        const events = eventsOf(await client.ask(conversation.id, again.ask))
        const { content, state } = again.reply
        const known = await received(
          replyKnown(again.reply.id),
          events,
          (so) => state === 'running' && so.content === content,
        )
        expect(known).toMatchObject({ content, state })
        await events.return(undefined)
        expect(model.requests.length).toBe(requests)
        return
      }
    }
  }

  /** The copy has what was said up to there; its ids are its own, or the same ones. */
  async function fork(from: ModelConversation, upTo: ModelMessage) {
    const id = crypto.randomUUID()
    const answer = await client.fork(from.id, { id, messageId: upTo.id })
    expect(answer.status).toBe(201)
    const again = await client.fork(from.id, { id, messageId: upTo.id })
    expect(again.status).toBe(200)
    const opened = await client.open(id)
    const ids = pathTo(opened.messages, opened.activeLeaf).map((message) => message.id)
    const copy: Pick<ModelConversation, 'beginnings'> = { beginnings: [] }
    let last: ModelMessage | null = null
    for (const [index, said] of pathOf(upTo).entries()) {
      const { role, content, state, cutShort } = said
      last = addMessage(copy, last, { id: ids[index] ?? '', role, content, state })
      last.cutShort = cutShort
    }
    all.push({ ...copy, id, title: opened.title, active: last ?? raise(), deleted: false })
  }

  /** What is stored of a running reply is its beginning; following it on from there brings the rest. */
  async function openedWhole({ id }: ModelConversation): Promise<Conversation> {
    const opened = await client.open(id)
    const messages = opened.messages.map(async (message) => {
      const expected = asked.get(message.id)?.reply
      if (message.role === 'user' || message.state !== 'running' || expected?.state !== 'running')
        return message
      const events = eventsOf(await client.follow(id, message.id, message.content.length))
      const known = await received(message, events, ({ content }) => content === expected.content)
      await events.return(undefined)
      return { ...message, content: known.content }
    })
    return { ...opened, messages: await Promise.all(messages) }
  }

  const titlesOf = (conversations: readonly ModelConversation[]) =>
    conversations
      .filter(({ deleted }) => !deleted)
      .map(({ title }) => title)
      .reverse()

  async function listed(): Promise<string[]> {
    const answer = await send('GET', '/api/conversations', { as: account })
    return ((await answer.json()) as ConversationPage).conversations.map(({ title }) => title)
  }

  return {
    async take(how: Step) {
      const conversation = pickFrom(
        all.filter(({ deleted }) => !deleted),
        how.pick,
      )
      if (conversation && how.does !== 'begin') return takeIn(conversation, how)
      const fresh: Pick<ModelConversation, 'beginnings'> = { beginnings: [] }
      const content = titled()
      const first = addMessage(fresh, null, { id: crypto.randomUUID(), role: 'user', content, state: null })
      await ask(
        { ...fresh, id: crypto.randomUUID(), title: content, active: first, deleted: false },
        first,
        true,
        how,
      )
    },
    /** As if every page had been loaded anew. */
    async compare(shuffle: number) {
      expect(await listed()).toEqual(titlesOf(all))
      for (const conversation of all) {
        if (conversation.deleted) expect((await client.read(conversation.id)).status).toBe(404)
        else expect(shownOf(await openedWhole(conversation), shuffle)).toEqual(viewOf(conversation))
      }
    },
    /** Lets go of the model. */
    async leave() {
      for (const { conversation, reply } of asked.values())
        if (reply.state === 'running') await client.stop(conversation.id, reply.id)
    },
  }
}

function raise(): never {
  throw new Error('The model lost its way.')
}
