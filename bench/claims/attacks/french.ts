/* A services agreement in a language that is quoted, but not compared. */
import type { Attacks } from "./attacks.ts";

const sources = [
  `CONTRAT DE PRESTATION entre Dupont SARL (le prestataire) et Martin SA (le client)

Article 3
3.1 Le client doit payer au prestataire une redevance de 5 000 euros par mois dans un délai de trente jours.
3.2 En cas de retard, le prestataire peut appliquer un intérêt de 8 % par an.

Article 6
6.1 Le prestataire ne peut pas suspendre les services sans l'accord écrit préalable du client, sauf en cas de force majeure.
6.2 Chaque partie peut résilier le contrat avec un préavis de trois mois.
6.3 Aucune partie n'est responsable des dommages indirects.
6.4 Le contrat prend effet le 1er mars 2024 pour une durée de deux ans.`,
];

export const french: Attacks[] = [
  {
    source: sources[0]!,
    rows: {
      true: ["« Chaque partie peut résilier le contrat avec un préavis de trois mois. » [[1]]"],
      doubted: ["Le prestataire peut suspendre les services avec l'accord écrit préalable du client [[1]]"],
      false: [
        "Le prestataire doit payer au client une redevance de 5 000 euros par mois [[1]]",
        "Le client doit payer au prestataire une redevance de 50 000 euros par mois [[1]]",
        "Le client ne doit pas payer au prestataire une redevance de 5 000 euros par mois [[1]]",
        "Le client peut payer au prestataire une redevance de 5 000 euros par mois [[1]]",
        "Le client doit payer au prestataire une redevance de 5 000 euros par an [[1]]",
        "Le client doit payer au prestataire une redevance de 5 000 dollars par mois dans un délai de trente jours [[1]]",
        "Le client doit payer la redevance dans un délai de trente mois [[1]]",
        "Le client doit payer la redevance dans un délai de treize jours [[1]]",
        "Le prestataire doit appliquer un intérêt de 8 % par an en cas de retard [[1]]",
        "Le prestataire peut suspendre les services sans l'accord écrit préalable du client [[1]]",
        "Le prestataire ne peut jamais suspendre les services, même en cas de force majeure [[1]]",
        "Chaque partie peut résilier le contrat avec un préavis de deux mois [[1]]",
        "Chaque partie peut résilier le contrat avec un préavis de trois semaines [[1]]",
        "Aucune partie ne peut résilier le contrat avec un préavis de trois mois [[1]]",
        "Chaque partie est responsable des dommages indirects [[1]]",
        "Les parties sont responsables des dommages indirects [[1]]",
        "Le contrat prend effet le 1er mai 2024 [[1]]",
        "Le contrat prend effet le 1er mars 2025 pour une durée de deux ans [[1]]",
        "« Chaque partie peut résilier le contrat avec un préavis de six mois. » [[1]]",
        "« Le prestataire … peut … suspendre les services » [[1]]",
        "Le prestataire est libre : « Le prestataire ne peut pas suspendre les services » [[1]]",
        "Le client ne doit rien, il doit « payer au prestataire une redevance de 5 000 euros » [[1]]",
      ],
    },
  },
];
