import { useState } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import type { Handover } from '../../../../shared/own-data/handovers.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { OfferForm } from '../../../blocks/handover/offer-form.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as texts from './texts.ts'

/** Record 0044: transfers an agent to another wallet, which has to sign as well. */
export default function GiveDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const [offer, setOffer] = useState<Handover | null>(null)
  return (
    <Dialog
      open
      width="narrow"
      title={offer ? texts.offered(agent.name) : texts.giveTitle(agent.name)}
      description={texts.giveAbout}
      onClose={onClose}
    >
      {offer ? (
        <div className="grid gap-4">
          <Notice tone="good" title={texts.canAccept(shortAddress(offer.taker))}>
            {texts.offeredAbout}
          </Notice>
          <div className="flex flex-wrap gap-3">
            <Button onClick={onClose}>{texts.done}</Button>
            <ButtonLink to="/settings" tone="quiet">
              {texts.yourSettings}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <OfferForm agentId={agent.id} label={texts.offerAgent} onOffered={setOffer} />
      )}
    </Dialog>
  )
}
