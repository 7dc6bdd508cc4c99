-- When tickets were finished and enquiries first answered, by their history.
call derive_finished();
update enquiries set first_answered_at = (select min(created_at) from enquiry_replies reply
  where reply.org_id = enquiries.org_id and reply.enquiry_id = enquiries.id and reply.author is not null);
