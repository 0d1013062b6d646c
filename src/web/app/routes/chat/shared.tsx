import { useQuery } from '@tanstack/react-query'
import { FailedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { sharedConversationQuery } from '../../../features/chat/share/copies.ts'
import { SharedConversationView } from '../../../features/chat/share/shared-conversation.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useParams } from '../../../lib/router/router.tsx'
import { type Head, useTitle } from '../../../lib/router/title.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { LockIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { ScreenContext } from '../../screen.ts'
import * as texts from '../../texts.ts'

const missing = texts.nothingShared

const questionOf = ({ api, params }: Pick<ScreenContext, 'api' | 'params'>) =>
  sharedConversationQuery(api, params.id ?? '')

export const prefetch = (context: ScreenContext) =>
  context.queryClient.prefetchQuery({ ...questionOf(context), retry: false })

export function head(context: ScreenContext): Head {
  const copy = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (!copy) return { title: missing, unlisted: true }
  return {
    title: copy.title,
    description: texts.sharedSummary(copy.agent.name),
    unfurl: { kind: 'copy', id: copy.id },
    // The copy is for people who have its address, not for search engines.
    unlisted: true,
    generated: copy.digitalSourceType !== undefined,
  }
}

export function status(context: ScreenContext): number {
  const copy = context.queryClient.getQueryData(questionOf(context).queryKey)
  if (copy) return 200
  return copy === null ? 404 : 503
}

/** A read-only copy, for everybody who has its address (record 0049). */
export default function SharedScreen() {
  const { id = '' } = useParams()
  const { data: copy, error, refetch } = useQuery(sharedConversationQuery(useApi(), id))
  useTitle(copy?.title ?? missing)
  if (copy) return <SharedConversationView key={id} copy={copy} />
  return (
    <div className="wrap pt-9 pb-20 md:pt-13">
      {copy === null ? (
        <StatePanel
          heading="h1"
          className={wholeScreen}
          icon={<LockIcon />}
          title={missing}
          action={
            <ButtonLink to="/vacant" tone="primary">
              {texts.allAgents}
            </ButtonLink>
          }
        >
          {texts.nothingSharedText}
        </StatePanel>
      ) : error ? (
        <FailedPanel
          heading="h1"
          className={wholeScreen}
          title={texts.sharedNotLoaded}
          failure={{ problem: explainError(error), retry: () => void refetch() }}
        />
      ) : (
        <Waiting words={texts.loading} look="grid gap-6">
          <div className="skeleton h-24 max-w-160" />
        </Waiting>
      )}
    </div>
  )
}
