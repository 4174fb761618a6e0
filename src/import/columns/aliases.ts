// Lists the headings by which files of other systems and other languages call the fields of the address book.

/**
 * By the path that a heading stands for, preferred headings first; without blanks and punctuation, in lower case. They are
 * those of Google Contacts, Outlook, HubSpot, Salesforce and Pipedrive, and the usual words in English, German, French and
 * Spanish.
 */
const entryHeadings: Readonly<Record<string, string>> = {
  Type: 'type entrytype recordtype typ',
  FirstName: 'firstname givenname forename personfirstname vorname prenom nombre nombredepila',
  MiddleName: 'middlename additionalname zweitervorname deuxiemeprenom segundonombre',
  LastName: 'lastname familyname surname personlastname nachname familienname nomdefamille apellido apellidos',
  FullName: 'fullname personname contactname displayname name anzeigename nomcomplet nombrecompleto nom',
  CompanyName:
    'companyname organizationname organizationname1 organization1name company organization accountname account firma unternehmen firmenname societe entreprise organisation empresa compania personorganization associatedcompany primarycompany organizationcompany kunde client cliente',
  Position:
    'jobtitle position organizationtitle organization1title function personjobtitle funktion berufsbezeichnung stellenbezeichnung poste fonction cargo puesto title',
  MrMs: 'nameprefix salutation title anrede civilite tratamiento honorificprefix prefix mrms',
  Department: 'department organizationdepartment organization1department abteilung service departement departamento',
  Division: 'division bereich',
  Email:
    'email emailaddress email1 email1value emailwork personemailwork workemail mail emailadresse adresseemail courriel correo correoelectronico emailotherwork personemail primaryemail',
  Email2: 'email2 email2value email2address emailhome personemailhome homeemail secondaryemail zweiteemail',
  Email3: 'email3 email3value email3address emailother personemailother',
  Phone:
    'phone phonenumber businessphone phone1 phone1value phonework personphonework workphone telephone telefon tel telefonnummer telefono primaryphone companymainphone telefongeschaftlich telephoneprofessionnel personphone',
  Phone2:
    'mobilephone mobilephonenumber mobile phone2 phone2value phonemobile personphonemobile cellphone cell handy mobil mobiltelefon portable telephonemobile movil celular',
  Phone3: 'homephone phone3 phone3value phonehome personphonehome businessphone2 telefonprivat otherphone',
  Phone4: 'phone4 phone4value phoneother personphoneother businessfax fax faxnumber',
  Website:
    'website websiteurl webpage website1value url homepage webseite siteweb sitioweb paginaweb web personalwebpage companydomainname',
  'Address/AddressLine1':
    'addressline1 streetaddress businessstreet mailingstreet billingstreet address1street street address street1 strasse straße adresse rue calle direccion organizationaddress postaladdress personpostaladdress homestreet otherstreet shippingstreet',
  'Address/AddressLine2':
    'addressline2 address1extendedaddress businessstreet2 street2 address2 streetaddress2 adresszusatz complementdadresse homestreet2',
  'Address/City':
    'city businesscity mailingcity billingcity address1city town addresscity ort stadt ville ciudad localidad homecity shippingcity othercity',
  'Address/StateProvince':
    'state stateregion stateprovince businessstate mailingstate mailingstateprovince billingstate billingstateprovince address1region region province bundesland kanton departement provincia estado homestate shippingstate otherstate',
  'Address/ZipCode':
    'zip zipcode postalcode postcode businesspostalcode mailingpostalcode mailingzippostalcode billingpostalcode billingzippostalcode address1postalcode plz postleitzahl codepostal codigopostal homepostalcode shippingpostalcode otherpostalcode zippostalcode',
  'Address/Country':
    'country countryregion businesscountryregion businesscountry mailingcountry billingcountry address1country land pays pais homecountryregion homecountry shippingcountry othercountry',
  Category: 'category categories labels groupmembership label kategorie kategorien categorie categoria tags',
  AccountManager: 'accountmanager contactowner owner recordowner ownername personowner kundenbetreuer',
}

/** The paths of an entity with their headings, as they are compared. */
export const headingsOf = (entity: string): ReadonlyMap<string, readonly string[]> =>
  entity === 'AbEntry' ? entryMap : none

const none: ReadonlyMap<string, readonly string[]> = new Map()
const entryMap: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(entryHeadings).map(([path, headings]) => [path, headings.toLowerCase().split(/\s+/)]),
)
