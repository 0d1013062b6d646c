import * as fc from 'fast-check'

// Shrinking a counterexample can take longer than the test may: then it would be lost with the run that found it.
fc.configureGlobal({ interruptAfterTimeLimit: 15_000 })
