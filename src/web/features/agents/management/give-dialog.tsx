import { useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { Handover } from '../../../../shared/own-data/handovers.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { OfferForm } from '../../../blocks/handover/offer-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'

/** Decision 29: transfers an agent to another wallet, which has to sign as well. */
export default function GiveDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const [offer, setOffer] = useState<Handover | null>(null)
  return (
    <Dialog
      open
      width="narrow"
      title={offer ? `${agent.name} is offered` : `Give ${agent.name} away?`}
      description="It becomes another wallet’s, with its versions and its analytics. What you talked about with it stays yours."
      onClose={onClose}
    >
      {offer ? (
        <div className="grid gap-4">
          <Notice tone="good" title={`${shortAddress(offer.taker)} can take it`}>
            For ten minutes, in its Settings. Until then it is yours, and you can take the offer back in your
            settings.
          </Notice>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onClose}>Done</Button>
            <ButtonLink to="/settings" tone="quiet">
              Your settings
            </ButtonLink>
          </div>
        </div>
      ) : (
        <OfferForm agentId={agent.id} label="Offer it" onOffered={setOffer} />
      )}
    </Dialog>
  )
}
