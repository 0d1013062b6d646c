import { Personas } from '../domain/agents/personas.ts'
import { Answers } from '../domain/chat/answers.ts'
import { crisisRemark } from '../domain/chat/crisis.ts'
import { ModelCalls } from '../domain/chat/measure-model-calls.ts'
import { ConversationMessages } from '../domain/conversations/conversation-messages.ts'
import { Conversations } from '../domain/conversations/conversations.ts'
import { Replies } from '../domain/conversations/replies.ts'
import { SharedCopies } from '../domain/conversations/shared-copies.ts'
import { Stories } from '../domain/conversations/stories.ts'
import { ApiKeys } from '../domain/doors/api-keys.ts'
import { Carries } from '../domain/doors/carries.ts'
import { Doors, type DoorsOptions } from '../domain/doors/doors.ts'
import { Authorizations } from '../domain/doors/oauth/authorizations.ts'
import { ReplyTasks } from '../domain/doors/reply-tasks.ts'
import { RequestStates } from '../domain/doors/request-states.ts'
import { Briefs } from '../domain/social/briefs.ts'
import { ModelUseRecorder } from '../domain/spending/model-use.ts'
import { Swarm } from '../domain/swarm/swarm.ts'
import { AgentsTools } from '../domain/tools/agents-tools.ts'
import { databaseHeartbeats, TurnHeartbeats } from '../domain/turns/running/turn-heartbeats.ts'
import { createReplyStreams } from '../realtime/bus/reply-streams.ts'
import type { createAgentParts } from './agents.ts'
import type { Infrastructure } from './infrastructure.ts'
import type { createMemoryParts } from './memory.ts'
import type { createModelParts } from './models.ts'
import type { createPictures } from './pictures.ts'
import { createRecall } from './recall.ts'
import type { createToolParts } from './tools.ts'
import type { createTrustParts } from './trust.ts'

type Base = Infrastructure &
  ReturnType<typeof createModelParts> &
  ReturnType<typeof createPictures> &
  ReturnType<typeof createTrustParts> &
  ReturnType<typeof createAgentParts> &
  ReturnType<typeof createTrustParts> &
  ReturnType<typeof createToolParts> &
  ReturnType<typeof createMemoryParts> &
  Pick<ReturnType<typeof createTrustParts>, 'receiptLog'>

/** Everything that has agents answer one person: conversations, runs, briefs, and other programs. */
export function createConversationParts(base: Base) {
  const { given, redis, agents, models, spending, knowledge, analytics, metrics, limits } = base
  const { genAi } = metrics.instruments
  const modelUse = new ModelUseRecorder(base)
  const heartbeats = new TurnHeartbeats({
    ...{ ...base, ...given.swarm },
    store: databaseHeartbeats(base.db),
  })
  const agentsTools = new AgentsTools({
    ...{ ...base, server: heartbeats.server, sources: base.toolSources },
    secrets: () => base.secret.box(),
    measure: (tool, seconds, errorType) => genAi.executeTool.labels(tool, errorType).observe(seconds),
  })
  const relay = redis && createReplyStreams(redis, { prefix: given.redisPrefix })
  const { findRecalled, recallIndex } = createRecall(base)
  const answers = new Answers({
    crisisRemark: crisisRemark(base.env.PUBLIC_URL),
    ...{ choose: given.choose ?? models.choose, spending, modelUse },
    findPassages: (ask) => knowledge.findPassages(ask),
    findFacts: base.findFacts,
    findRecalled,
    record: (asked, reply) => analytics.record(asked, reply),
    observe: (events) => metrics.replies.observe(events),
    tools: agentsTools,
    live: base.live,
    watchModel: new ModelCalls(genAi).watch,
  })
  base.answersLater.resolve(answers)
  const stories = new Stories({ ...base, answers })
  const replies = new Replies({
    ...base,
    ...{ answers, heartbeats, stories, relay },
    findAnswering: (id, wallet) => agents.findAnswering(id, wallet),
    ended: (reply) => {
      recallIndex.ended(reply)
      base.receiptLog.ended()
    },
  })
  const conversations = new Conversations({
    ...base,
    stopRunning: (ids) => replies.stopIn(ids),
    storeRunning: (id) => heartbeats.storeNow('conversation', id),
  })
  const conversationMessages = new ConversationMessages(base)
  return {
    ...{ answers, modelUse, heartbeats, relay, replies, stories, recallIndex },
    ...{ conversations, conversationMessages },
    sharedCopies: new SharedCopies(base),
    personas: new Personas({ ...base, answers, conversations, hooks: base.agentHooks }),
    briefs: new Briefs({ ...base, findAgent: (id, wallet) => agents.findChoosable(id, wallet) }),
    swarm: new Swarm({
      ...{ ...base, answers, heartbeats, relay },
      takeCall: (by) => limits.takeCall(by),
      ...given.swarm,
    }),
    ...createDoorParts({ ...base, answers, replies, conversations, conversationMessages }),
  }
}

function createDoorParts(
  base: Base & Pick<DoorsOptions, 'answers' | 'replies' | 'conversations' | 'conversationMessages'>,
) {
  const { env, agents, sessionEnds } = base
  const apiKeys = new ApiKeys({
    ...base,
    findAgent: (id, wallet) => agents.find(id, wallet),
    onRevoked: (ids) => sessionEnds.announce(ids),
  })
  sessionEnds.listen((ids) => apiKeys.end(ids))
  const carries = new Carries(base)
  return {
    ...{ apiKeys, carries },
    authorizations: new Authorizations({ ...base, keys: apiKeys }),
    doors: new Doors({ ...base, carries, keys: apiKeys, open: env.OPEN_DOORS === '1' }),
    replyTasks: new ReplyTasks(base),
    requestStates: new RequestStates({ secrets: () => base.secret.box() }),
  }
}
