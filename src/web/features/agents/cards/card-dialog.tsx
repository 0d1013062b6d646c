import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { agentFields } from '../../../../shared/agents/agent-fields.ts'
import {
  CARD_TOO_LARGE,
  type CardFormat,
  type CardPreview,
  importCardQuerySchema,
} from '../../../../shared/agents/cards.ts'
import { limits } from '../../../../shared/common/limits.ts'
import { schemaErrors } from '../../../blocks/form/field-errors.ts'
import { FormNotice } from '../../../blocks/form/form-notice.tsx'
import { useForm } from '../../../blocks/form/use-form.ts'
import { Waiting } from '../../../blocks/list/waiting.tsx'
import { ApiError, unwrap, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { useNavigate } from '../../../lib/router/router.tsx'
import { useHere } from '../../../lib/session/viewer.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { endlessClass } from '../../../ui/endless.ts'
import { Notice } from '../../../ui/form/notice.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { ChosenPicture } from '../../../ui/picture/picture.tsx'
import { toast } from '../../../ui/toast.ts'
import { invalidateAgents } from '../api/agent-list.ts'
import * as agentTexts from '../texts.ts'
import { CardReportLists } from './card-report.tsx'
import * as texts from './texts.ts'

/** A chosen file with the id of its draft: repeating the import with the same id creates no second one. */
export interface ChosenCard {
  id: string
  file: File
}

const formats: Record<CardFormat, string> = {
  chara_card_v1: texts.characterCardV1,
  chara_card_v2: texts.characterCardV2,
  chara_card_v3: texts.characterCardV3,
  eliza: 'ElizaOS character',
  skill: texts.agentSkill,
}

const bodyOf = (file: File) => ({
  init: { body: file, headers: { 'content-type': 'application/octet-stream' } },
})

/** Shows what an import of a card would make, and makes it a draft. The file stays in the page until then. */
export default function CardDialog({ chosen, onClose }: { chosen: ChosenCard; onClose: () => void }) {
  const { file, id } = chosen
  const api = useApi()
  const isTooLarge = file.size > limits.cardBytes
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['card preview', id],
    queryFn: () => unwrap(api.cards.preview.$post({}, bodyOf(file))),
    enabled: !isTooLarge,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const isRefused = isTooLarge || (error instanceof ApiError && [413, 422].includes(error.status))
  return (
    <Dialog
      open
      width={isRefused ? 'normal' : 'wide'}
      title={data ? data.name : texts.importCard}
      onClose={onClose}
    >
      {data ? (
        <Preview preview={data} chosen={chosen} onClose={onClose} />
      ) : isTooLarge || (error && !isFetching) ? (
        <div className="grid gap-4">
          <Notice tone="bad" title={texts.notACard(file.name)}>
            {isTooLarge ? CARD_TOO_LARGE : explainError(error)}
          </Notice>
          <p className="text-sm text-soft">{texts.cardFormats}</p>
          <div className="flex flex-wrap gap-3">
            {!isRefused && <Button onClick={() => void refetch()}>{agentTexts.tryAgain}</Button>}
            <Button tone={isRefused ? 'plain' : 'quiet'} onClick={onClose}>
              {texts.close}
            </Button>
          </div>
        </div>
      ) : (
        <Waiting
          words={`${texts.reading} ${file.name}`}
          look="grid gap-x-7 gap-y-6 md:grid-cols-[200px_minmax(0,1fr)]"
        >
          <div className="skeleton aspect-square max-md:max-w-[160px]" />
          <div className="grid content-start gap-3">
            <div className="skeleton h-4" />
            <div className="skeleton h-4 w-3/4" />
            <div className="skeleton mt-4 h-24" />
          </div>
        </Waiting>
      )}
    </Dialog>
  )
}

function Preview(props: { preview: CardPreview; chosen: ChosenCard; onClose: () => void }) {
  const { preview } = props
  const { creator, version, notes } = preview.about
  const by = [creator && `by ${creator}`, version && `version ${version}`].filter(Boolean).join(', ')
  return (
    <div className="grid gap-x-7 gap-y-5 md:grid-cols-[200px_minmax(0,1fr)]">
      <div className="grid content-start gap-4 max-md:grid-cols-[112px_minmax(0,1fr)]">
        <ChosenPicture
          src={preview.picture}
          width={200}
          height={200}
          className="aspect-square w-full object-cover"
        />
        <div className="grid content-start gap-1.5">
          <p className="label text-cyan">{formats[preview.format]}</p>
          {by && <p className="text-sm wrap-anywhere text-muted">{by}</p>}
          <p className="text-sm text-soft">{counts(preview)}</p>
          {notes && (
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5 text-sm text-cyan">
                {texts.creatorNotes}
              </summary>
              <p
                className={`${endlessClass(notes)} max-h-60 overflow-y-auto text-sm wrap-anywhere whitespace-pre-line text-soft`}
              >
                {notes}
              </p>
            </details>
          )}
        </div>
      </div>
      <div className="grid content-start gap-5">
        <p className="text-15 wrap-anywhere text-soft">{preview.description}</p>
        {preview.greeting !== null && (
          <section className="grid gap-2">
            <h3 className="label">{texts.firstMessage}</h3>
            <p
              className={`${endlessClass(preview.greeting)} max-h-40 overflow-y-auto border-l-2 border-magenta bg-magenta/8 px-4 py-3 text-sm wrap-anywhere whitespace-pre-line`}
            >
              {preview.greeting}
            </p>
          </section>
        )}
        <CardReportLists report={preview.report} />
        <ImportForm {...props} />
      </div>
    </div>
  )
}

function counts({ alternates, loreEntries }: CardPreview): string {
  const parts = [
    alternates > 0 && `${alternates} other ${alternates === 1 ? 'greeting' : 'greetings'}`,
    loreEntries > 0 && `${loreEntries} lorebook ${loreEntries === 1 ? 'entry' : 'entries'}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function ImportForm(props: { preview: CardPreview; chosen: ChosenCard; onClose: () => void }) {
  const { id, file } = props.chosen
  const api = useApi()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const isVisitor = useHere().state === 'visitor'
  const [values, setValues] = useState({ name: props.preview.name })
  const form = useForm({
    values,
    onChange: (changed) => setValues((known) => ({ ...known, ...changed })),
    fields: ['name'],
    max: { name: limits.agentName },
    check: ({ name }) => schemaErrors(importCardQuerySchema.safeParse({ id, name })),
    send: ({ name }) =>
      withSession(() => unwrap(api.cards.$post({ query: { id, name: name.trim() } }, bodyOf(file)))),
    onSent: (made) => {
      toast.success(`${made.name} is a draft of yours now.`)
      void invalidateAgents(queryClient)
      props.onClose()
      void navigate('/management', { state: { made: made.id } })
    },
  })
  return (
    <form {...form.props} aria-label={texts.importThisCard} className="grid gap-4 border-t border-line pt-5">
      <TextField
        {...form.field('name')}
        label={agentFields.name.label}
        hint={props.preview.nameProblem ? texts.cardNameNotUsable : texts.cardNameHint}
        required
      />
      <FormNotice
        submission={form.submission}
        sending={agentTexts.creatingDraft}
        failed={texts.cardNotImported}
        declined={{
          title: texts.cardDeclined,
          text: texts.cardDeclinedAbout,
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="primary" aria-disabled={form.busy}>
          {form.busy ? agentTexts.creatingDraft : isVisitor ? texts.connectAndCreateDraft : texts.createDraft}
        </Button>
        <Button tone="quiet" onClick={props.onClose}>
          {texts.cancel}
        </Button>
      </div>
      <p className="text-sm text-muted">{texts.draftAbout}</p>
    </form>
  )
}
