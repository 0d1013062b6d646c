import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Handover, type HandoverTerms, handoverTermsSchema } from '../../../shared/own-data/handovers.ts'
import { unwrap, useApi } from '../../lib/http/api.ts'
import { confirmWithSignature } from '../../lib/http/confirm-with-signature.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { schemaErrors } from '../form/field-errors.ts'
import { FormNotice } from '../form/form-notice.tsx'
import { useForm } from '../form/use-form.ts'
import * as texts from '../texts.ts'
import { handoversKey } from './handovers-query.ts'

const fields = ['to'] as const
const NOT_SIGNED = texts.offerNotSigned

/** The owner's wallet signs first, the other one within ten minutes. @param props.agentId null for everything */
export function OfferForm(props: {
  agentId: string | null
  label: string
  onOffered?: (offer: Handover) => void
}) {
  const { agentId, onOffered } = props
  const api = useApi()
  const client = useQueryClient()
  const [values, setValues] = useState({ to: '' })
  const [notSigned, setNotSigned] = useState(NOT_SIGNED)
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields,
    check: ({ to }) => schemaErrors(handoverTermsSchema.safeParse({ to, agentId })),
    async send({ to }) {
      const terms: HandoverTerms = { to: to.trim(), agentId }
      const signed = await confirmWithSignature({ action: 'hand-over', ...terms })
      if (signed.state !== 'signed') {
        setNotSigned(signed.state === 'failed' ? signed.problem : NOT_SIGNED)
        return null
      }
      return unwrap(api.me.handovers.$post({ json: terms }, { headers: signed.headers }))
    },
    onSent(offer) {
      setValues({ to: '' })
      void client.invalidateQueries({ queryKey: handoversKey })
      form.restart()
      onOffered?.(offer)
    },
  })
  return (
    <form {...form.props} aria-label={props.label} className="grid gap-4">
      <TextField {...form.field('to')} label={texts.otherWallet} hint={texts.otherWalletHint} code />
      <FormNotice
        submission={form.submission}
        failed={texts.notOffered}
        declined={{ title: texts.notOffered, text: notSigned }}
      />
      <div>
        <Button type="submit" aria-disabled={form.busy}>
          {form.busy ? texts.waitingForWallet : props.label}
        </Button>
      </div>
    </form>
  )
}
