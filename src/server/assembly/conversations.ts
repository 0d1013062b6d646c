import { Personas } from '../domain/agents/personas.ts'
import { Answers } from '../domain/chat/answers.ts'
import { createConversations } from '../domain/conversations/conversations.ts'
import { Replies } from '../domain/conversations/replies.ts'
import { createSharedCopies } from '../domain/conversations/shared-copies.ts'
import { ApiKeys } from '../domain/doors/api-keys.ts'
import { Doors, type DoorsOptions } from '../domain/doors/doors.ts'
import { Authorizations } from '../domain/doors/oauth/authorizations.ts'
import { ReplyTasks } from '../domain/doors/reply-tasks.ts'
import { Briefs } from '../domain/social/briefs.ts'
import { Swarm } from '../domain/swarm/swarm.ts'
import { createReplyStreams } from '../realtime/bus/reply-streams.ts'
import type { createAgentParts } from './agents.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createPictures } from './pictures.ts'

type Base = Infrastructure & ReturnType<typeof createPictures> & ReturnType<typeof createAgentParts>

/** Everything that has agents answer one person: conversations, runs, briefs, and other programs. */
export function createConversationParts(base: Base) {
  const { env, given, redis, agents, knowledge, analytics, metrics, limits } = base
  const answers = new Answers({
    chat: given.chat,
    windowTokens: env.CHAT_WINDOW_TOKENS,
    findPassages: (ask) => knowledge.findPassages(ask),
    record: (asked, reply) => analytics.record(asked, reply),
    observe: (events) => metrics.replies.observe(events),
  })
  const replies = new Replies({ ...base, answers, relay: redis && createReplyStreams(redis) })
  const conversations = createConversations({ ...base, stopRunning: (ids) => replies.stopIn(ids) })
  return {
    ...{ answers, replies, conversations },
    sharedCopies: createSharedCopies(base),
    personas: new Personas({ ...base, answers, conversations }),
    briefs: new Briefs({ ...base, findAgent: (id, wallet) => agents.findChoosable(id, wallet) }),
    swarm: new Swarm({ ...base, answers, takeCall: (by) => limits.takeCall(by), ...given.swarm }),
    ...createDoorParts({ ...base, answers, replies, conversations }),
  }
}

function createDoorParts(base: Base & Pick<DoorsOptions, 'answers' | 'replies' | 'conversations'>) {
  const { env, agents, sessionEnds } = base
  const apiKeys = new ApiKeys({
    ...base,
    findAgent: (id, wallet) => agents.find(id, wallet),
    onRevoked: (ids) => sessionEnds.announce(ids),
  })
  sessionEnds.listen((ids) => apiKeys.end(ids))
  return {
    apiKeys,
    authorizations: new Authorizations({ ...base, keys: apiKeys }),
    doors: new Doors({ ...base, keys: apiKeys, open: env.OPEN_DOORS === '1' }),
    replyTasks: new ReplyTasks(base),
  }
}
