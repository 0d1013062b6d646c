import { useQuery } from '@tanstack/react-query'
import { limits } from '../../../../shared/common/limits.ts'
import type { SourceList, SourcesOpen } from '../../../../shared/knowledge/sources.ts'
import { sizeOf } from '../../../blocks/files/chosen-file.ts'
import { NotLoaded, Waiting } from '../../../blocks/list/waiting.tsx'
import { IconButton } from '../../../blocks/messages/icon-button.tsx'
import { useApi } from '../../../lib/http/api.ts'
import { type Choice, ChoiceField } from '../../../ui/form/choice-field.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import { AskAgainIcon, CloseIcon } from '../../../ui/icons.tsx'
import { DocumentRow } from './document-row.tsx'
import { DropFiles } from './drop-files.tsx'
import { SourceRow } from './source-row.tsx'
import { announcement } from './source-words.ts'
import { sourcesQuery } from './sources-query.ts'
import * as texts from './texts.ts'
import { TrySearch } from './try-search.tsx'
import { type SourceActions, useSourceActions } from './use-source-actions.ts'
import { type Upload, useUploads } from './use-uploads.ts'

/** The documents that an own agent answers from: how far each is processed, and the owner's actions on them. */
export default function AgentSources({ agentId }: { agentId: string }) {
  const { data, error, refetch } = useQuery(sourcesQuery(useApi(), agentId))
  const actions = useSourceActions(agentId)
  const uploads = useUploads(agentId, data?.room?.fileBytesMost ?? limits.sourceBytes)
  return (
    <section aria-label={texts.heading} className="grid content-start gap-5">
      <p className="text-15 text-soft">{texts.intro}</p>
      <DropFiles onFiles={uploads.add}>{roomWords(data)}</DropFiles>
      {actions.problem && (
        <Notice tone="bad" title={actions.problem.title}>
          {actions.problem.text}
        </Notice>
      )}
      {error && !data ? (
        <NotLoaded title={texts.notLoaded} error={error} retry={() => void refetch()} />
      ) : data ? (
        <Documents list={data} actions={actions} uploads={uploads} />
      ) : (
        <Waiting words={texts.loading} look="grid gap-3">
          <div className="skeleton h-11" />
          <div className="skeleton h-11" />
        </Waiting>
      )}
      {data && data.sources.length > 0 && (
        <>
          <ChoiceField
            name="sourcesOpen"
            label={texts.visitorsSee}
            choices={openChoices}
            look="chips"
            value={data.sourcesOpen}
            onChange={actions.open}
          />
          {data.sources.some(({ state }) => state.kind === 'ready') && <TrySearch agentId={agentId} />}
        </>
      )}
    </section>
  )
}

const openChoices: Choice<SourcesOpen>[] = [
  { value: 'passages', label: texts.onlyPassage },
  { value: 'documents', label: texts.wholeDocument },
]

function roomWords(list: SourceList | undefined): string {
  const most = sizeOf(list?.room?.fileBytesMost ?? limits.sourceBytes)
  const kinds = texts.kinds(most)
  if (!list?.room) return kinds
  const { files, filesMost, bytes, bytesMost } = list.room
  return `${kinds} ${texts.room({ files, filesMost, size: sizeOf(bytes), sizeMost: sizeOf(bytesMost) })}`
}

function Documents(props: {
  list: SourceList
  actions: SourceActions
  uploads: ReturnType<typeof useUploads>
}) {
  const { actions, uploads } = props
  const { sources } = props.list
  const isEmpty = sources.length === 0 && uploads.uploads.length === 0
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(sources)}
      </p>
      {isEmpty ? (
        <p className="border-l-2 border-line-strong py-1 pl-4 text-sm text-muted">{texts.none}</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {sources.map((source, index) => (
            <SourceRow
              key={source.id}
              source={source}
              place={index + 1}
              last={index === sources.length - 1}
              actions={actions}
            />
          ))}
          {uploads.uploads.map((upload) => (
            <UploadRow key={upload.id} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
    </>
  )
}

function UploadRow({ upload, uploads }: { upload: Upload; uploads: ReturnType<typeof useUploads> }) {
  const { id, file, state } = upload
  const failed = typeof state === 'object'
  return (
    <DocumentRow
      name={file.name}
      size={sizeOf(file.size)}
      state={failed ? state.problem : state === 'sending' ? texts.uploading : texts.waitingToUpload}
      tone={failed ? 'bad' : 'busy'}
      progress={state === 'sending' ? null : undefined}
      actions={
        failed && (
          <>
            {state.again && (
              <IconButton label={texts.uploadAgain(file.name)} onClick={() => uploads.sendAgain(upload)}>
                <AskAgainIcon width={16} height={16} />
              </IconButton>
            )}
            <IconButton label={texts.leaveOut(file.name)} onClick={() => uploads.forget(id)}>
              <CloseIcon width={16} height={16} />
            </IconButton>
          </>
        )
      }
    />
  )
}
