import { useRef, useState } from 'react'
import {
  newReportSchema,
  type OwnReport,
  type ReportReason,
  reportReasons,
  type Subject,
} from '../../../shared/trust/reports.ts'
import { trustLimits } from '../../../shared/trust/trust-limits.ts'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { newId } from '../../lib/new-id.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ChoiceField } from '../../ui/form/choice-field.tsx'
import { Notice } from '../../ui/form/notice.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { schemaErrors } from '../form/field-errors.ts'
import { formDraft, useFormDraft } from '../form/form-draft.ts'
import { FormNotice } from '../form/form-notice.tsx'
import { useForm } from '../form/use-form.ts'
import * as texts from './texts.ts'

export interface ReportProps {
  subject: Subject
  /** Of what is reported, as it stands there. */
  title: string
  /** The address of its picture, which can be reported alone. */
  picture?: string | null | undefined
  onClose: () => void
}

type Draft = { what: 'itself' | 'picture'; reason: ReportReason | ''; words: string }
const empty: Draft = { what: 'itself', reason: '', words: '' }
const max = { words: trustLimits.reportWords }
const reasons = reportReasons.map((value) => ({ value, label: texts.reasons[value] }))

/** Reports something, with a wallet or without one. What was typed stays in this tab until it is sent. */
export default function ReportDialog(props: ReportProps) {
  const [sent, setSent] = useState<{ isNew: boolean }>()
  const { kind } = props.subject
  return (
    <Dialog
      open
      title={texts.reportTitle(kind)}
      {...(sent ? {} : { description: texts.about })}
      onClose={props.onClose}
    >
      {sent ? <Sent {...sent} onClose={props.onClose} /> : <ReportForm {...props} onSent={setSent} />}
    </Dialog>
  )
}

function ReportForm(props: ReportProps & { onSent: (sent: { isNew: boolean }) => void }) {
  const { subject, title } = props
  const itself = texts.itself[subject.kind]
  const pictureHash = itself && /^\/images\/([0-9a-f]{64})\.webp$/.exec(props.picture ?? '')?.[1]
  const [drafts] = useState(() => formDraft(`report ${subject.kind} ${subject.subject}`, empty))
  const draft = useFormDraft<Draft>(drafts, useRef<File>(null))
  const id = useReportId(draft.kept.id)
  const send = useSendReport()
  const wanted = (what: Draft['what']) => ({
    id: id.of(what),
    ...(what === 'picture' && pictureHash ? { kind: 'picture' as const, subject: pictureHash } : subject),
  })
  const form = useForm({
    values: draft.values,
    onChange: draft.change,
    fields: ['reason', 'words'],
    max,
    check: ({ what, reason, words }) =>
      schemaErrors(newReportSchema.safeParse({ ...wanted(what), reason, words })),
    send: ({ what, reason, words }) =>
      send({ ...wanted(what), reason: reason || 'other', words: words.trim() }, id.renew),
    onSent: (sent) => {
      draft.finish()
      props.onSent(sent)
    },
  })
  return (
    <form {...form.props} className="grid gap-5">
      <p className="border-l-2 border-line-strong pl-3 text-sm wrap-anywhere text-soft">{title}</p>
      {itself && pictureHash && (
        <ChoiceField
          {...form.field('what')}
          look="chips"
          label={texts.what}
          choices={[
            { value: 'itself', label: itself },
            { value: 'picture', label: texts.picture },
          ]}
        />
      )}
      <ChoiceField {...form.field('reason')} look="cards" label={texts.why} choices={reasons} required />
      <TextField {...form.field('words')} label={texts.words} hint={texts.wordsHint} rows={3} />
      <FormNotice submission={form.submission} failed={texts.notSent} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? texts.sending : form.submission.state === 'failed' ? texts.tryAgain : texts.send}
        </Button>
        <Button onClick={props.onClose}>{texts.cancel}</Button>
      </div>
    </form>
  )
}

function Sent(props: { isNew: boolean; onClose: () => void }) {
  const viewer = useViewer()
  return (
    <div className="grid gap-5">
      <Notice tone="good" title={props.isNew ? texts.sent : texts.sentBefore}>
        {props.isNew ? texts.sentAbout : texts.sentBeforeAbout}
      </Notice>
      <div className="flex flex-wrap gap-3">
        <Button autoFocus onClick={props.onClose}>
          {texts.close}
        </Button>
        {viewer && (
          <ButtonLink to="/settings#reports" tone="quiet">
            {texts.seeOwn}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

/** An id for each of the two things that the form can report, the same for each try. */
function useReportId(first: string) {
  const ids = useRef({ itself: first, picture: newId() })
  return {
    of: (what: Draft['what']) => ids.current[what],
    renew: () => {
      ids.current = { itself: newId(), picture: newId() }
      return ids.current.itself
    },
  }
}

function useSendReport() {
  const api = useApi()
  return async (
    report: Parameters<typeof api.reports.$post>[0]['json'],
    newReportId: () => string,
  ): Promise<{ isNew: boolean; report: OwnReport }> => {
    const post = async (json: typeof report) => {
      const stored = await unwrap(api.reports.$post({ json }))
      // An earlier one has another id. A repeated try is answered as the first, whose answer was lost.
      return { isNew: stored.id === json.id, report: stored }
    }
    try {
      return await post(report)
    } catch (error) {
      const isTaken = error instanceof ApiError && error.problem?.code === 'conflict'
      if (!isTaken) throw error
      // The same form was sent before, with other words.
      return post({ ...report, id: newReportId() })
    }
  }
}
