import { useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { Handover } from '../../../../shared/own-data/handovers.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { OfferForm } from '../../../blocks/handover/offer-form.tsx'
import { Link } from '../../../lib/router/router.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'

/** Decision 29: transfers an agent to another wallet, which has to sign as well. */
export default function GiveDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const [offer, setOffer] = useState<Handover | null>(null)
  return (
    <Dialog
      open
      width="narrow"
      title={`Give ${agent.name} away?`}
      description="It becomes another wallet’s, with its versions and its analytics. What you talked about with it stays yours."
      onClose={onClose}
    >
      {offer ? (
        <Notice tone="good" title={`${agent.name} is offered to ${shortAddress(offer.taker)}`}>
          For ten minutes that wallet can take it, in its Settings. Until then it is yours, and you can take
          the offer back in{' '}
          <Link to="/settings" className="text-cyan underline-offset-4 hover:underline">
            yours
          </Link>
          .
        </Notice>
      ) : (
        <OfferForm agentId={agent.id} label="Offer it" onOffered={setOffer} />
      )}
    </Dialog>
  )
}
