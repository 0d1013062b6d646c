import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { newId } from '../../../lib/new-id.ts'
import { Button } from '../../../ui/button.tsx'
import { UploadIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import type { ChosenCard } from './card-dialog.tsx'
import * as texts from './texts.ts'

const CardDialog = lazyPart(() => import('./card-dialog.tsx'))

/** What file dialogs offer. The server tells a card by its content. */
const ACCEPTED = '.png,.apng,.json,.charx,.md,.zip'

/** A card can be dropped anywhere on the page. The dialog with the preview loads when a file was chosen. */
export function CardImport({ button = false }: { button?: boolean }) {
  const [chosen, setChosen] = useState<ChosenCard>()
  const over = useDroppedFile((file) => setChosen({ id: newId(), file }))
  return (
    <>
      {button && <ChooseCard onFile={(file) => setChosen({ id: newId(), file })} />}
      {over && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed inset-0 z-30 grid place-items-center bg-black/70 p-6"
        >
          <p className="display panel hairline cut border border-dashed border-cyan px-8 py-7 text-lg font-semibold text-cyan">
            {texts.dropCard}
          </p>
        </div>
      )}
      {chosen && (
        <Suspense fallback={null}>
          <CardDialog key={chosen.id} chosen={chosen} onClose={() => setChosen(undefined)} />
        </Suspense>
      )}
    </>
  )
}

function ChooseCard({ onFile }: { onFile: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  return (
    <div>
      <Button onClick={() => input.current?.click()}>
        <UploadIcon width={16} height={16} />
        {texts.importCard}
      </Button>
      <label htmlFor={id} className="sr-only">
        {texts.cardFile}
      </label>
      <input
        ref={input}
        id={id}
        type="file"
        accept={ACCEPTED}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // Clearing the value allows choosing the same file again.
          target.value = ''
          if (file) onFile(file)
        }}
      />
    </div>
  )
}

/**
 * A place of its own for files, and an open dialog, come first.
 * @returns whether a file is being dragged over the page
 */
function useDroppedFile(onFile: (file: File) => void): boolean {
  const [over, setOver] = useState(false)
  const take = useEffectEvent(onFile)
  useEffect(() => {
    const isTaken = (event: DragEvent) =>
      event.defaultPrevented ||
      !event.dataTransfer?.types.includes('Files') ||
      document.querySelector('[role="dialog"]') !== null
    const move = (event: DragEvent) => {
      const here = !isTaken(event)
      if (here) event.preventDefault()
      setOver(here)
    }
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    const drop = (event: DragEvent) => {
      setOver(false)
      const [file] = event.dataTransfer?.files ?? []
      if (!file || isTaken(event)) return
      event.preventDefault()
      take(file)
    }
    // On the document, after the places that React knows and before the listeners of the window.
    document.addEventListener('dragover', move)
    document.addEventListener('dragleave', leave)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('dragover', move)
      document.removeEventListener('dragleave', leave)
      document.removeEventListener('drop', drop)
    }
  }, [])
  return over
}
