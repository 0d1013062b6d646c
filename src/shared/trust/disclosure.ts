/** IPTC's name for what a model wrote: the machine-readable mark of shared pages, exports and answers. */
export const AI_SOURCE = 'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia'

/** Carries the same mark in each answer that a model may have written, streams included. */
export const AI_SOURCE_HEADER = 'x-digital-source-type'

/** In exports and in what is handed to other programs. */
export const AI_ANSWERS = 'The answers were written by an AI. They can be wrong.'

/** The page that says who listens when somebody is in danger. */
export const CRISIS_PATH = '/crisis'
