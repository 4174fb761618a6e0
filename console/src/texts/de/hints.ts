// What helps to fill in a field, by entity and field, in German.
import type { Section } from '../types.ts'

export const hints: Section<'hints'> = {
  'Opportunity/Objective': 'Was Sie verkaufen möchten',
  'Opportunity/Contact': 'Ihr Gegenüber dort',
  'Opportunity/CloseDate': 'Wann Sie die Entscheidung erwarten',
  'Task/Activity': 'Was zu tun ist',
  'User/Uid': 'Ein kurzer Name zum Anmelden und Erwähnen',
  'User/Admin': 'Darf Einstellungen ändern und alles sehen',
  'User/Enabled': 'Kann sich anmelden',
  'User/SsoOnly': 'Meldet sich über Ihren Identitätsanbieter an, nie mit einem Passwort',
  'User/Culture': 'Wie Daten und Zahlen aussehen, zum Beispiel de-DE oder en-US',
  'User/TimeZone': 'Zum Beispiel Europe/Berlin',
  'User/Password': 'Leer lassen, um stattdessen einzuladen',
  'CurrencyRate/Rate': 'Was eine Einheit in Ihrer Währung wert ist',
  'CurrencyRate/CurrencyCode': 'Drei Buchstaben, zum Beispiel EUR',
  'CurrencyRate/EffectiveDate': 'Gilt ab diesem Tag',
  'Territory/SortOrder': 'Kleinere Zahlen kommen zuerst',
  'Appointment/SendInvitations': 'Alle Teilnehmenden erhalten den Termin per Mail, ebenso Änderungen und Absage.',
  'Workflow/Owner': 'In diesem Namen starten Auslöser den Workflow; leer für Sie',
  'Workflow/IsSequential': 'Sonst beginnen alle Aufgaben oder Phasen auf einmal',
  'Workflow/HasStages': 'Die Aufgaben gehören zu Phasen',
}
