// The words of the start screen, in English.

export const start = {
  title: 'Start',
  greeting: {
    morning: (name: string) => `Good morning, ${name}`,
    day: (name: string) => `Good afternoon, ${name}`,
    evening: (name: string) => `Good evening, ${name}`,
  },
  tasks: {
    title: 'Tasks until today',
    none: 'Nothing is due. Enjoy the day.',
    all: 'All tasks',
  },
  recent: {
    title: 'Opened recently',
    none: 'What you open appears here.',
  },
  quiet: {
    title: 'Not contacted lately',
    days: (days: number) => `${days} days`,
    since: 'Without contact for',
    none: 'Everybody has heard from you.',
    manager: 'Account manager',
    mine: 'Mine',
    all: 'All',
  },
  pipeline: {
    title: 'Open opportunities',
    none: 'No opportunity is open.',
    withoutStage: 'Without a stage',
    withoutProcess: 'Without a process',
    count: (count: number) => (count === 1 ? '1 opportunity' : `${count} opportunities`),
    board: 'Board',
  },
  empty: {
    title: 'This database is empty',
    hint: 'Begin with one of these.',
    entry: 'Add the first customer',
    entryHint: 'A company with its contacts.',
    sample: 'Fill it with sample data',
    sampleHint: 'Made-up companies, deals and tasks, to try everything out.',
    addSample: 'Add sample data',
    curl: 'Send the first request',
    curlHint: 'Make a personal token on the account page, then:',
    makeToken: 'Make a token',
  },
}
