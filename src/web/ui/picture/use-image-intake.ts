import { type DragEvent, useEffect, useEffectEvent, useState } from 'react'
import { imageFileProblem } from './image-file.ts'

/** From the file dialog, a drop or the clipboard. After a refused file the previous choice stays. */
export function useImageIntake(onFile: (file: File) => void) {
  const [problem, setProblem] = useState<string>()
  const [over, setOver] = useState(false)

  const take = (file: File | undefined | null) => {
    if (!file) return
    const found = imageFileProblem(file)
    setProblem(found)
    if (!found) onFile(file)
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = event.clipboardData?.files[0]
    if (!file || isText(event)) return
    event.preventDefault()
    take(file)
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event)
    // Dropping a file outside the drop zone must not navigate away from the page.
    const keepPage = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    document.addEventListener('paste', onPaste)
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      document.removeEventListener('paste', onPaste)
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])

  return {
    problem,
    forget: () => setProblem(undefined),
    over,
    take,
    dropTarget: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      },
    },
  }
}

/** Cells of a table and words of a document are copied with a picture of them: into a field they are pasted as text. */
function isText({ clipboardData, target }: ClipboardEvent): boolean {
  const isField = target instanceof Element && target.closest('input, textarea') !== null
  return isField && clipboardData?.types.includes('text/plain') === true
}
