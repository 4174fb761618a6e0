// The words of the day, in English.

export const day = {
  title: 'My day',
  date: 'Day',
  before: 'The day before',
  after: 'The day after',
  today: 'Today',
  appointments: 'Appointments',
  noAppointments: 'No appointment is in the way.',
  tasks: 'Tasks',
  overdue: 'Overdue',
  allTasks: 'All tasks',
  noTasks: 'Nothing to do on this day.',
  complete: (name: string) => `Complete “${name}”`,
  completed: (name: string) => `Completed “${name}”`,
  toTomorrow: (name: string) => `Put “${name}” off to the next day`,
  toToday: (name: string) => `Do “${name}” today`,
  putOff: (name: string) => `Moved “${name}” to another day`,
  add: 'Add a task',
  added: (name: string) => `Added “${name}”`,
}
