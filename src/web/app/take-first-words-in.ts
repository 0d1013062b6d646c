import { sendFirstWords } from '../blocks/messages/first-words.ts'

/** Replaces the address first, so that a reload or Back requests only the page. */
export function takeFirstWordsIn(): void {
  const element = document.getElementById('first-words')
  if (!element?.textContent) return
  const { path, words } = JSON.parse(element.textContent) as { path: string; words: string }
  element.remove()
  window.history.replaceState(null, '', path)
  sendFirstWords(path.slice(path.lastIndexOf('/') + 1), words)
}
