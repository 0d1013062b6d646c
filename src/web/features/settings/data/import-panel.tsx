import { useId, useRef } from 'react'
import type { ImportPreview } from '../../../../shared/own-data/own-data.ts'
import { shortAddress } from '../../../../shared/text/short-address.ts'
import { dayAndTime } from '../../../lib/clock.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/form/notice.tsx'
import * as texts from '../texts.tsx'
import { countsInWords, useImport } from './import-own-data.ts'

/** Imports an export: the file is previewed first, so that the person sees what will be created. */
export function ImportPanel({ owner }: { owner: string }) {
  const { state, read, make, reset } = useImport()
  const input = useRef<HTMLInputElement>(null)
  const name = useId()
  const busy = state.state === 'reading' || state.state === 'importing'
  return (
    <div className="grid gap-4">
      <div>
        <Button aria-disabled={busy} onClick={() => busy || input.current?.click()}>
          {state.state === 'reading'
            ? texts.reading
            : state.state === 'importing'
              ? texts.importing
              : texts.chooseExport}
        </Button>
        <label htmlFor={name} className="sr-only">
          {texts.exportFile}
        </label>
        <input
          ref={input}
          id={name}
          type="file"
          accept=".zip,application/zip"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // Clearing the value allows choosing the same file again.
            target.value = ''
            if (file && !busy) read(file)
          }}
        />
      </div>
      {busy && (
        <Notice
          tone="info"
          title={
            state.state === 'reading'
              ? texts.readingFile(state.file.name)
              : texts.importingFile(state.file.name)
          }
        >
          {state.state === 'importing' && texts.stayOpen}
        </Notice>
      )}
      {state.state === 'previewed' && (
        <Preview
          owner={owner}
          preview={state.preview}
          onImport={() => make({ file: state.file, preview: state.preview })}
          onLeave={reset}
        />
      )}
      {state.state === 'failed' && (
        <Notice tone="bad" title={state.preview ? texts.importCutShort : texts.cannotImport(state.file.name)}>
          <p>{explainError(state.error)}</p>
          {state.preview && (
            <Button
              size="small"
              className="mt-3 max-md:min-h-11"
              onClick={() => state.preview && make({ file: state.file, preview: state.preview })}
            >
              {texts.tryAgain}
            </Button>
          )}
        </Notice>
      )}
      {state.state === 'done' && (
        <Notice tone="good" title={texts.imported(countsInWords(state.result.made))}>
          <Notes notes={state.result.notes} />
        </Notice>
      )}
    </div>
  )
}

function Preview(props: {
  owner: string
  preview: ImportPreview
  onImport: () => void
  onLeave: () => void
}) {
  const { counts, names, notes, wallet, exportedAt } = props.preview
  const isEmpty = Object.values(counts).every((count) => count === 0)
  return (
    <section
      aria-label={texts.preview}
      className="grid grid-cols-1 gap-4 border-l-2 border-cyan bg-cyan/8 px-4 py-4"
    >
      <div role="status">
        <p className="font-medium">
          {isEmpty ? texts.nothingToImport : texts.willAdd(countsInWords(counts))}
        </p>
        <p className="mt-1 text-sm text-soft">
          {texts.exportedBy(
            dayAndTime(new Date(exportedAt)),
            <span className="display" title={wallet}>
              {wallet === props.owner ? texts.thisWallet : shortAddress(wallet)}
            </span>,
          )}
        </p>
      </div>
      {names.length > 0 && (
        <ul aria-label={texts.examples} className="flex flex-wrap gap-2 text-13 text-soft">
          {[...new Set(names)].map((one) => (
            <li key={one} dir="auto" className="max-w-full truncate border border-line px-2.5 py-1">
              {one}
            </li>
          ))}
        </ul>
      )}
      <Notes notes={notes} />
      <div className="flex flex-wrap gap-3">
        {!isEmpty && (
          <Button tone="primary" onClick={props.onImport}>
            {texts.importAction}
          </Button>
        )}
        <Button onClick={props.onLeave}>{texts.cancelImport}</Button>
      </div>
    </section>
  )
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className="grid max-h-60 gap-2 overflow-y-auto text-sm leading-relaxed text-soft">
      {notes.map((note) => (
        <li key={note} className="wrap-anywhere">
          {note}
        </li>
      ))}
    </ul>
  )
}
