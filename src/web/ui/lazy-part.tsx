import { type ComponentType, createContext, lazy, use, useEffect, useState } from 'react'
import { Button } from './button.tsx'
import * as texts from './texts.ts'

const TryAgain = createContext(() => {})

/**
 * Its code loads when it is first shown. If that fails, a sentence takes its place, or that of a dialog, and the screen
 * stays as it is. Trying again, or opening it again, loads anew.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const code: Code<Props> = {
    part: () => null,
    hasFailed: true,
    loadAnew() {
      if (!code.hasFailed) return
      code.hasFailed = false
      code.part = lazy(() =>
        load().catch(() => {
          code.hasFailed = true
          return { default: NotLoaded as ComponentType<Props> }
        }),
      )
    },
  }
  code.loadAnew()
  return (props) => <Loaded code={code} props={props} />
}

interface Code<Props> {
  part: ComponentType<Props>
  hasFailed: boolean
  /** After a failed load only. */
  loadAnew: () => void
}

function Loaded<Props extends object>({ code, props }: { code: Code<Props>; props: Props }) {
  const [, render] = useState({})
  useEffect(() => code.loadAnew, [code])
  const tryAgain = () => {
    code.loadAnew()
    render({})
  }
  return (
    <TryAgain value={tryAgain}>
      <code.part {...props} />
    </TryAgain>
  )
}

function NotLoaded({ onClose }: { onClose?: () => void }) {
  const tryAgain = use(TryAgain)
  const content = (
    <>
      <p className="max-w-[46ch] text-soft">{texts.partNotLoaded}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={tryAgain}>{texts.tryAgain}</Button>
        <Button onClick={() => window.location.reload()}>{texts.reload}</Button>
        {onClose && <Button onClick={onClose}>{texts.close}</Button>}
      </div>
    </>
  )
  if (!onClose) return <div role="alert">{content}</div>
  return (
    <dialog
      ref={openModal}
      role="alertdialog"
      aria-label={texts.partNotLoaded}
      className="panel hairline cut m-auto bg-raised p-6 backdrop:bg-black/70"
      onCancel={onClose}
    >
      {content}
    </dialog>
  )
}

function openModal(dialog: HTMLDialogElement) {
  dialog.showModal()
  // Gives the focus back.
  return () => dialog.close()
}
