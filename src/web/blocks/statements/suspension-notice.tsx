import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../lib/http/api.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { checkedBy, persisted } from '../saved-draft/persisted.ts'
import { StatementView } from './statement-view.tsx'
import { suspensionIn, whatWasDone } from './statement-words.ts'
import { statementsQuery } from './statements-query.ts'
import * as texts from './texts.ts'

/** The number of the suspension that this tab has told of. */
const told = persisted(
  'toldSuspension',
  checkedBy((value): value is number => typeof value === 'number'),
)

/**
 * Tells a wallet that signs in, or tries what it may not, that it is suspended: what it may not, until when and why.
 * A sign-in tells it once in a tab.
 * @param props.insists it was just refused, so it is told again
 */
export default function SuspensionNotice({ owner, insists }: { owner: string; insists: boolean }) {
  const { data } = useQuery({ ...statementsQuery(useApi(), owner), staleTime: 0 })
  const [isClosed, setClosed] = useState(false)
  const suspension = data && suspensionIn(data)
  if (!suspension || isClosed || (!insists && told.get() === suspension.number)) return null
  const close = () => {
    told.set(suspension.number)
    setClosed(true)
  }
  return (
    <Dialog open title={texts.suspensionTitle} description={whatWasDone(suspension)} onClose={close}>
      <div className="grid gap-5">
        <StatementView statement={suspension} owner={owner} withoutHead />
        <div className="flex flex-wrap gap-3">
          <Button tone="primary" onClick={close}>
            {texts.understood}
          </Button>
          <ButtonLink to="/settings#decisions" onClick={close}>
            {texts.toSettings}
          </ButtonLink>
        </div>
      </div>
    </Dialog>
  )
}
