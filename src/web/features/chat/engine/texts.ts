/** What whoever runs the place reads of ways to a model. */

export const waysToModel = 'Ways to a model'
export const useKey = 'Use a key:'
export const addKeyIn = 'add one in'
export const settings = 'Settings'
export const orRestartWith = ', or restart the server with'
export const openaiApiKey = 'OPENAI_API_KEY'
export const startServer = 'Start a model server:'
export const serversFoundOthersBy =
  'Ollama, LM Studio and llama.cpp are found on this machine; any other is named by'
export const openaiBaseUrl = 'OPENAI_BASE_URL'
export const andAlso = 'and'
export const chatModel = 'CHAT_MODEL'
export const downloadHere = 'Download one to this machine:'
export const needsMemoryLicence = (label: string, memory: string, licence: string) =>
  `${label} needs ${memory} of memory while it answers; nothing you say leaves this machine. Licence: ${licence}.`
export const otherModelsBy = 'For others run'
export const runModelCommand = 'npm run model'
export const howThisPlaceIs = 'How this place is'
export const onlyOperatorSees = 'Only you see this, as the operator.'
export const downloadModel = (label: string, size: string) => `Download ${label}, ${size}`
export const goOnDownloading = 'Try again'
export const installingEngine = 'Installing the engine that runs it…'
export const downloadingModel = (name: string) => `Downloading ${name}`
export const checkingModel = 'Checking that it arrived whole…'
export const arrivedOf = (arrived: string, all: string) => `${arrived} of ${all}`
export const cancelDownload = 'Cancel'
export const modelIsHere = (name: string) => `${name} is here and answers from now on.`
export const notBegun = 'The download could not be started. Try again.'
export const secondsLeft = (seconds: number) => {
  if (seconds < 60) return 'less than a minute left'
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute left' : `${minutes} minutes left`
  const hours = Math.round(minutes / 60)
  return hours === 1 ? 'an hour left' : `${hours} hours left`
}
export const questionsWait = (count: number) =>
  `${count === 1 ? 'One question waits' : `${count} questions wait`} for the model here, which answers one at a time.`
