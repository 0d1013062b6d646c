import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { deskQuery } from '../../../blocks/desk/desk-query.ts'
import { FailedPanel, wholeScreen } from '../../../blocks/list/instead.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useTitle } from '../../../lib/router/title.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import * as texts from '../texts.ts'

/** Shows the desk to operators, and to everybody else what stands at an address without a page. */
export function DeskDoor(props: {
  title: string
  elsewhere: ReactNode
  children: (owner: string) => ReactNode
}) {
  const viewer = useViewer()
  const asked = useQuery({ ...deskQuery(useApi(), viewer ?? null), enabled: viewer !== undefined })
  if (asked.data && !(asked.data.operator && viewer)) return props.elsewhere
  if (asked.data && viewer) return <Open title={props.title}>{props.children(viewer)}</Open>
  return (
    <div className="wrap pt-9 pb-20">
      {asked.error ? (
        <FailedPanel
          className={wholeScreen}
          heading="h1"
          title={texts.deskFailed}
          failure={{ problem: explainError(asked.error), retry: () => void asked.refetch() }}
        />
      ) : (
        <p role="status" className="text-soft">
          {texts.loadingDesk}
        </p>
      )}
    </div>
  )
}

function Open({ title, children }: { title: string; children: ReactNode }) {
  useTitle(title)
  return children
}
