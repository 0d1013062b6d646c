import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../lib/http/api.ts'
import { Link } from '../../lib/router/router.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { deskQuery } from './desk-query.ts'
import * as texts from './texts.ts'

/** The way to the desk with the number of open cases, for operators; nothing for everybody else. */
export function DeskLink() {
  const viewer = useViewer()
  const { data } = useQuery({ ...deskQuery(useApi(), viewer ?? null), enabled: viewer !== undefined })
  if (!data?.operator) return null
  return (
    <Link to="/desk" className="text-cyan underline underline-offset-3">
      {texts.title}: {texts.waiting(data.open)}
    </Link>
  )
}
