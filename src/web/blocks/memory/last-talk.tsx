import { useQuery } from '@tanstack/react-query'
import { agoInWords } from '../../lib/ago-in-words.ts'
import { useMinute } from '../../lib/hooks/use-minute.ts'
import { useApi } from '../../lib/http/api.ts'
import { Link } from '../../lib/router/router.tsx'
import { lastTalkQuery } from './memory-query.ts'
import * as texts from './texts.ts'

/**
 * Where the wallet was with an agent, in one line that leads there. Its space is there from the first paint on, which
 * does not know how long ago it was.
 */
export default function LastTalk({ agentId, owner }: { agentId: string; owner: string }) {
  const { data: talk } = useQuery(lastTalkQuery(useApi(), owner, agentId))
  const now = useMinute()
  return (
    <div className="min-h-11">
      {talk && now !== null && (
        <p className="flex min-w-0 animate-fade items-center gap-x-4 text-sm text-soft">
          <span className="line-clamp-2 min-w-0 text-left wrap-anywhere" title={talk.question}>
            {texts.youAsked(agoInWords(new Date(talk.askedAt), new Date(now)), talk.question)}
          </span>
          <Link
            to={`/chat/${agentId}/${talk.conversationId}`}
            className="flex min-h-11 flex-none items-center text-cyan underline-offset-4 hover:underline"
          >
            {texts.goOn}
            <span className="sr-only"> {texts.goOnWith(talk.title)}</span>
          </Link>
        </p>
      )}
    </div>
  )
}
